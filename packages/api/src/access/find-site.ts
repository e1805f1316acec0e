import { isSiteKey, type SiteKey, type SiteNumber, siteNumberOf } from "@footfall/shared/ids";
import { defaultSiteSettings } from "@footfall/shared/site";
import type { Selectable } from "kysely";
import type { Database, SiteTable } from "../database/schema.ts";
import type { Caller } from "./caller.ts";
import { isAdministrator, roleFrom } from "./roles.ts";
import type { Site } from "./site.ts";
import { maySee } from "./visible-sites.ts";

/** A row as a site; settings missing from an older row get their defaults. */
export const siteOf = ({
	settings,
	siteId,
	id,
	privateLinkKey: _key,
	privateLinkAreas: _areas,
	...row
}: Selectable<SiteTable>): Site => ({
	...defaultSiteSettings,
	...settings,
	// A zone other than a new site's was chosen, even where an older row does not record that.
	hasTimeZone:
		settings.hasTimeZone === true ||
		(settings.timeZone ?? defaultSiteSettings.timeZone) !== defaultSiteSettings.timeZone,
	...row,
	siteId: siteId as SiteNumber,
	id: id as SiteKey,
});

/** Resolves a path's `{site}`: first as the exact string id, then as the number. */
const findByReference = async <Row>(
	reference: string,
	findBy: (column: "site.id" | "site.siteId", value: string | number) => Promise<Row | undefined>,
): Promise<Row | undefined> => {
	const byId = isSiteKey(reference) ? await findBy("site.id", reference) : undefined;
	if (byId) return byId;
	const number = siteNumberOf(reference);
	return number === undefined ? undefined : findBy("site.siteId", number);
};

/** Looks up a path's `{site}`. */
export const createFindSite =
	(database: Database) =>
	async (reference: string): Promise<Site | undefined> => {
		const row = await findByReference(reference, (column, value) =>
			database.selectFrom("site").selectAll().where(column, "=", value).executeTakeFirst(),
		);
		return row && siteOf(row);
	};
export type FindSite = ReturnType<typeof createFindSite>;

/** The existing sites among these numbers. */
export const sitesNumbered = async (
	database: Database,
	numbers: readonly number[],
): Promise<Site[]> => {
	if (numbers.length === 0) return [];
	const rows = await database
		.selectFrom("site")
		.selectAll()
		.where("siteId", "in", [...numbers])
		.execute();
	return rows.map(siteOf);
};

/**
 * Looks up a path's `{site}` together with the caller's role there, in one statement: the role is undefined without a
 * caller and for strangers, and visibility is false where teams or grants hide it from a member or viewer.
 */
export const createFindSiteOfCaller = (database: Database) => {
	const findSite = createFindSite(database);
	return async (reference: string, caller: Caller | undefined) => {
		if (!caller || caller.via === "organization-key" || caller.user.isSystemAdmin) {
			const site = await findSite(reference);
			const role = site && caller && roleFrom(caller, site.organizationId, undefined);
			return site && { site, role, isVisible: true };
		}
		const userId = caller.user.id;
		const found = await findByReference(reference, (column, value) =>
			database
				.selectFrom("site")
				.leftJoin("member", (join) =>
					join
						.onRef("member.organizationId", "=", "site.organizationId")
						.on("member.userId", "=", userId),
				)
				.selectAll("site")
				.select(["member.role", maySee.as("isVisible")])
				.where(column, "=", value)
				.executeTakeFirst(),
		);
		if (!found) return undefined;
		const { role: stored, isVisible, ...row } = found;
		const role = roleFrom(caller, row.organizationId, stored);
		return { site: siteOf(row), role, isVisible: !role || isAdministrator(role) || isVisible };
	};
};
