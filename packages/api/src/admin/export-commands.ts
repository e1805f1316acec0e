import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import type { Command } from "./dependencies.ts";
import { replaysOf } from "./exported-replays.ts";
import { devicesOf, figuresOf, type Row, rowsOf, sessionsOf, traitsOf } from "./exported-rows.ts";
import { required } from "./options.ts";
import { siteOfOption } from "./site-commands.ts";

const line = (kind: string, row: unknown) => JSON.stringify({ kind, ...(row as Row) });

const definitionsOf = async function* (
	database: Database,
	{ siteId, organizationId }: Site,
): AsyncIterable<string> {
	const goals = database.selectFrom("goal").selectAll().where("siteId", "=", siteId);
	for (const row of await goals.orderBy("goalId").execute()) yield line("goal", row);
	const funnels = database.selectFrom("funnel").selectAll().where("siteId", "=", siteId);
	for (const row of await funnels.orderBy("id").execute()) yield line("funnel", row);
	// What is meant for the whole organization applies to the site too.
	for (const [table, id] of [
		["segment", "segmentId"],
		["annotation", "annotationId"],
	] as const) {
		const rows = await database
			.selectFrom(table)
			.selectAll()
			.where("organizationId", "=", organizationId)
			.where((where) => where.or([where("siteId", "=", siteId), where("siteId", "is", null)]))
			.orderBy(id)
			.execute();
		for (const row of rows) yield line(table, row);
	}
};

/** Everything of a site, a JSON object in each line. */
export const exportSite: Command = async function* ({ database, store, replayObjects }, options) {
	const site = await siteOfOption(database, options);
	const { privateLinkKey: _, ...shown } = site;
	yield line("site", shown);
	yield* definitionsOf(database, site);
	const whose = { site: site.siteId };
	for (const trait of await traitsOf(store, whose)) yield line("trait", trait);
	for (const device of await devicesOf(store, whose)) yield line("device", device);
	for await (const row of figuresOf(store, whose)) yield line("figure", row);
	for await (const row of rowsOf(store, "events", whose)) yield line("event", row);
	for await (const row of rowsOf(store, "bots", whose)) yield line("bot", row);
	for await (const row of sessionsOf(store, whose)) yield line("session", row);
	for await (const row of replaysOf(store, { site: site.siteId }, replayObjects))
		yield line("replay", row);
};

/** Everything that a site knows of one of its users, a JSON object in each line. */
export const exportPerson: Command = async function* ({ database, store, replayObjects }, options) {
	const { siteId: site } = await siteOfOption(database, options);
	const user = required(options, "user");
	for (const trait of await traitsOf(store, { site, user })) yield line("trait", trait);
	for (const device of await devicesOf(store, { site, user })) yield line("device", device);
	for await (const row of rowsOf(store, "events", { site, user })) yield line("event", row);
	for await (const row of replaysOf(store, { site, user }, replayObjects))
		yield line("replay", row);
};
