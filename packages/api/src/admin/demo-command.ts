import { FUNNELS, GOALS, NOTE, SEGMENTS } from "@footfall/demo-data/definitions";
import { fillSite } from "@footfall/demo-data/fill-site";
import { frontPageDay } from "@footfall/demo-data/traffic";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
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

/** Inserts the goals, funnels and segments whose names the site does not have yet. */
const define = (database: Database, site: Site, noteOn: Date): Promise<void> =>
	database.transaction().execute(async (transaction) => {
		const { siteId, organizationId, createdBy: userId } = site;
		const missing = async <Definition extends { name: string | null }>(
			table: "goal" | "funnel" | "segment",
			definitions: readonly Definition[],
		) => {
			const rows = await transaction
				.selectFrom(table)
				.select("name")
				.where("siteId", "=", siteId)
				.execute();
			return definitions.filter((one) => !rows.some(({ name }) => name === one.name));
		};
		for (const { name, goalType, config } of await missing("goal", GOALS))
			await transaction
				.insertInto("goal")
				.values({ siteId, name, goalType, config: JSON.stringify(config) })
				.execute();
		for (const { name, steps } of await missing("funnel", FUNNELS))
			await transaction
				.insertInto("funnel")
				.values({ siteId, userId, name, steps: JSON.stringify(steps) })
				.execute();
		const segments = await missing("segment", SEGMENTS);
		for (const { filters, ...segment } of segments)
			await transaction
				.insertInto("segment")
				.values({
					...segment,
					siteId,
					organizationId,
					userId,
					filters: JSON.stringify(filters),
					isPublic: true,
				})
				.execute();
		if (segments.length === 0) return;
		await transaction
			.insertInto("annotation")
			.values({ ...NOTE, siteId, organizationId, userId, date: noteOn, isPublic: true })
			.execute();
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
