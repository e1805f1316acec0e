import { fillSite } from "@footfall/demo-data/fill-site";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import { defineExamples } from "../example/define-examples.ts";
import { firstSite } from "../instance/bootstrap.ts";
import type { AdminCommand, AdminDependencies, AdminOptions } from "./command.ts";
import { AdminError, optional } from "./command.ts";
import { siteOfOption } from "./site-commands.ts";

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
		throw new AdminError("There is no site to fill: start the product once, which creates one");
	return siteOfOption(database, { site: first.id });
};

const hasEvents = async ({ store }: AdminDependencies, site: number): Promise<boolean> => {
	const found = await store.query(
		"SELECT 1 AS found FROM events WHERE site_id = {site:UInt32} LIMIT 1",
		{ site },
	);
	return found.length > 0;
};

/** Fills a site with realistic traffic, for trials and screenshots. */
export const demoCommand: AdminCommand = async function* (dependencies, options) {
	const { database, store } = dependencies;
	const days = numberOf(options, "days");
	const visitsPerDay = numberOf(options, "visits");
	const seed = numberOf(options, "seed");
	const site = await siteToFill(database, options);
	if (options["anyway"] !== true && (await hasEvents(dependencies, site.siteId)))
		throw new AdminError(
			`Site ${site.siteId} (${site.domain}) already has events: name another with --site, or add --anyway to fill it nevertheless`,
		);
	const now = Date.now();
	yield `Filling site ${site.siteId} (${site.domain}) with ${days} days of example traffic`;
	const filled = await fillSite(store, site.siteId, { seed, days, visitsPerDay, now });
	await defineExamples(database, site, { days, now });
	const seconds = ((Date.now() - now) / 1000).toFixed(1);
	yield `${filled.events} events, ${filled.bots} requests of bots, ${filled.users} users and ${filled.recordings} recordings in ${seconds} s`;
	yield "delete-site removes them together with the site";
};
