import { groupsOf } from "@footfall/reports/errors/error-groups";
import { type NewOrReturnedError, newOrReturned } from "@footfall/reports/errors/new-or-returned";
import { createRunSql, type ReportStore } from "@footfall/reports/report/report";
import type { Database } from "../database/schema.ts";
import { errorAliasesOf } from "./error-aliases.ts";
import { errorDecisionsOf } from "./error-decisions.ts";

/**
 * A function that names the errors of a site that became new, or came back, by an event that was received at `since`
 * (ms since the epoch) or later: the earliest first, at most 1,000. Errors that are ignored or resolved are left out.
 */
export const createNewOrReturnedErrors =
	({
		database,
		store,
		now = Date.now,
		compareErrors,
	}: {
		database: Database;
		store: ReportStore;
		now?: () => number;
		/** Compares the latest errors of a site by their sources, so that an old one of a new bundle is not new. */
		compareErrors?: ((siteId: number) => Promise<void>) | undefined;
	}) =>
	async (siteId: number, since: number): Promise<NewOrReturnedError[]> => {
		await compareErrors?.(siteId);
		return newOrReturned(
			{ runSql: createRunSql(store), site: { siteId }, now: now() },
			await errorDecisionsOf(database, siteId),
			groupsOf(await errorAliasesOf(database, siteId)),
			since,
		);
	};
