import type { ErrorAlias } from "@footfall/reports/definitions/error-alias";
import { groupsOf } from "@footfall/reports/errors/error-groups";
import { sql } from "kysely";
import type { Database } from "../database/schema.ts";

/** The most aliases of a site; older ones no longer count. */
const MOST = 5000;

/** The groups of a site's errors that are one error by their sources, the latest first. */
export const errorAliasesOf = (database: Database, siteId: number): Promise<ErrorAlias[]> =>
	database
		.selectFrom("error_group_alias")
		.where("siteId", "=", siteId)
		.where("canonicalGroup", "is not", null)
		.whereRef("canonicalGroup", "<>", "rawGroup")
		.select(["rawGroup", sql<string>`"canonicalGroup"`.as("canonicalGroup")])
		.orderBy("resolvedAt", "desc")
		.orderBy("rawGroup")
		.limit(MOST)
		.execute();

/** What these errors, or groups of errors, are decided by: the ids of the errors, and every id that stands for one of them. */
export const idsOfErrors = async (
	database: Database,
	siteId: number,
	errorIds: readonly string[],
): Promise<{ errors: string[]; all: string[] }> => {
	const { idOf, membersOf } = groupsOf(await errorAliasesOf(database, siteId));
	const errors = [...new Set(errorIds.map(idOf))];
	return { errors, all: errors.flatMap(membersOf) };
};
