import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import { exportedBoards, exportedQuestions } from "../definitions/boards.ts";
import { appliesTo } from "../definitions/definition.ts";
import { exportedAnnotations } from "../definitions/exported-annotations.ts";
import { type AdminCommand, type AdminDependencies, required, unknownPerson } from "./command.ts";
import { exportedReplays } from "./exported-replays.ts";
import {
	type DataOwner,
	exportedDevices,
	exportedFigures,
	exportedRows,
	exportedSearches,
	exportedSessions,
	exportedTraits,
} from "./exported-rows.ts";
import { siteOfOption } from "./site-commands.ts";

type Tables = (readonly [kind: string, rows: Iterable<object> | AsyncIterable<object>])[];

const linesOf = async function* (tables: Tables): AsyncIterable<string> {
	for (const [kind, rows] of tables)
		for await (const row of rows) yield JSON.stringify({ kind, ...row });
};

const definitionsOf = async (database: Database, site: Site): Promise<Tables> => {
	const { siteId } = site;
	const goals = database.selectFrom("goal").selectAll().where("siteId", "=", siteId);
	const funnels = database.selectFrom("funnel").selectAll().where("siteId", "=", siteId);
	// Definitions of the whole organization apply to the site too.
	const segments = database.selectFrom("segment").selectAll().where(appliesTo(site));
	return [
		["goal", await goals.orderBy("goalId").execute()],
		["funnel", await funnels.orderBy("id").execute()],
		["segment", await segments.orderBy("segmentId").execute()],
		["annotation", await exportedAnnotations(database, site)],
		["question", await exportedQuestions(database, site)],
		["board", await exportedBoards(database, site)],
	];
};

/** The tables that the export of a single user reads. */
const OF_PERSON = ["trait", "device", "event", "replay"];

/** The rows of the event store about a site, or about one of its users; the tables are read one after the other. */
const dataOf = ({ store, replayObjects }: AdminDependencies, owner: DataOwner): Tables => {
	const ofSite: Tables = [
		["trait", exportedTraits(store, owner)],
		["device", exportedDevices(store, owner)],
		["figure", exportedFigures(store, owner)],
		["search", exportedSearches(store, owner)],
		["event", exportedRows(store, "events", owner)],
		["bot", exportedRows(store, "bots", owner)],
		["session", exportedSessions(store, owner)],
		["replay", exportedReplays(store, owner, replayObjects)],
	];
	return owner.user === undefined ? ofSite : ofSite.filter(([kind]) => OF_PERSON.includes(kind));
};

/** Exports a site with all its data, a JSON object in each line. */
export const exportSiteCommand: AdminCommand = async function* (dependencies, options) {
	const site = await siteOfOption(dependencies.database, options);
	yield* linesOf([
		["site", [site]],
		...(await definitionsOf(dependencies.database, site)),
		...dataOf(dependencies, { site: site.siteId }),
	]);
};

/** Exports all data about one of a site's users, a JSON object in each line. */
export const exportPersonCommand: AdminCommand = async function* (dependencies, options) {
	const { siteId: site } = await siteOfOption(dependencies.database, options);
	const user = required(options, "user");
	let isKnown = false;
	for await (const line of linesOf(dataOf(dependencies, { site, user }))) {
		isKnown = true;
		yield line;
	}
	if (!isKnown) throw unknownPerson(site, user);
};
