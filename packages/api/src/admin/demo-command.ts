import { FUNNELS, GOALS, NOTE, SEGMENTS } from "@footfall/demo-data/definitions";
import { fillSite } from "@footfall/demo-data/fill-site";
import { frontPageDay } from "@footfall/demo-data/traffic";
import type { DefinitionKind } from "@footfall/shared/imported-hit";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import { RESTORABLE } from "../imports/restorable-kinds.ts";
import { firstSite } from "../instance/bootstrap.ts";
import type { AdminCommand, AdminDependencies, AdminOptions } from "./command.ts";
import { AdminError, optional } from "./command.ts";
import { siteOfOption } from "./site-commands.ts";

const DAY_MS = 86_400_000;
const LIMITS = {
	days: [90, 1, 400],
	visits: [400, 1, 20_000],
	seed: [1, 0, 2 ** 31],
} as const;

const numberOf = (options: AdminOptions, name: keyof typeof LIMITS): number => {
	const [usual, least, most] = LIMITS[name];
	const text = optional(options, name);
	if (text === undefined) return usual;
	const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
	if (number >= least && number <= most) return number;
	throw new AdminError(`--${name} must be a whole number from ${least} to ${most}`);
};

const siteToFill = async (database: Database, options: AdminOptions): Promise<Site> => {
	if (optional(options, "site") !== undefined) return siteOfOption(database, options);
	const first = await firstSite(database);
	if (!first)
		throw new AdminError("There is no site to fill: start the product once, which makes one");
	return siteOfOption(database, { site: first.id });
};

const hasEvents = async ({ store }: AdminDependencies, site: number): Promise<boolean> => {
	const found = await store.query(
		"SELECT 1 AS found FROM events WHERE site_id = {site:UInt32} LIMIT 1",
		{ site },
	);
	return found.length > 0;
};

/** Creates the goals, funnels and segments whose names the site does not have yet; the note comes with the segments. */
const define = (database: Database, site: Site, noteOn: Date): Promise<void> =>
	database.transaction().execute(async (transaction) => {
		const restore = (kind: DefinitionKind, contents: readonly object[]) =>
			RESTORABLE[kind].restore(transaction, site, contents, site.createdBy);
		await restore("goal", GOALS);
		await restore("funnel", FUNNELS);
		const segments = await restore(
			"segment",
			SEGMENTS.map((segment) => ({ ...segment, isPublic: true })),
		);
		if (segments.taken > 0)
			await restore("annotation", [{ ...NOTE, date: noteOn.toISOString(), isPublic: true }]);
	});

/** Fills a site with lifelike traffic, for trying out the product and for screenshots. */
export const demoCommand: AdminCommand = async function* (dependencies, options) {
	const { database, store } = dependencies;
	const days = numberOf(options, "days");
	const visitsPerDay = numberOf(options, "visits");
	const seed = numberOf(options, "seed");
	const site = await siteToFill(database, options);
	if (options["anyway"] !== true && (await hasEvents(dependencies, site.siteId)))
		throw new AdminError(
			`Site ${site.siteId} (${site.domain}) has events already: name another with --site, or add --anyway to mix these in`,
		);
	const now = Date.now();
	yield `Filling site ${site.siteId} (${site.domain}) with ${days} days of example traffic`;
	const filled = await fillSite(store, site.siteId, { seed, days, visitsPerDay, now });
	await define(database, site, new Date(now - (days - 1 - frontPageDay(days)) * DAY_MS));
	const seconds = ((Date.now() - now) / 1000).toFixed(1);
	yield `${filled.events} events, ${filled.bots} requests of bots and ${filled.users} users in ${seconds} s`;
	yield "delete-site removes them together with the site";
};
