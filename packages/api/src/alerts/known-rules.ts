import type { Goal, Goals } from "@footfall/reports/definitions/goal";
import { ApiError } from "@footfall/shared/api-error";
import { sql } from "kysely";
import { sitesNumbered } from "../access/find-site.ts";
import type { Site } from "../access/site.ts";
import type { AlertState } from "../database/alert-tables.ts";
import type { Database } from "../database/schema.ts";
import type { AlertRule } from "./alert-rule.ts";
import type { AlertMemory } from "./alert-state.ts";
import { type Disturbances, disturbancesOf } from "./times-left-out.ts";

const MINUTE_MS = 60_000;
/** How long a change of a goal, a site, a channel or a person's language may take to be noticed. */
const REFRESH_MS = 5 * MINUTE_MS;
/** As far back as a series goes. */
export const LOOK_BACK_MS = 80 * 24 * 60 * MINUTE_MS;

/** A rule as it is evaluated; its state changes with it. */
export interface KnownRule {
	alertId: number;
	siteId: number;
	organizationId: string;
	name: string;
	rule: AlertRule;
	version: number;
	state: AlertState;
	since: number;
	reason: string | null;
	pausedUntil: number | undefined;
	memory: AlertMemory;
	language: "en" | "de";
	/** Of times in sentences. */
	timeZone: string | undefined;
}

/** Everything that rules depend on, as it was a few minutes ago at most. */
export interface Knowledge extends Disturbances {
	rules: KnownRule[];
	sites: ReadonlyMap<number, Site>;
	goals: Goals;
	/** The channels that exist, by organization. */
	channels: ReadonlyMap<string, ReadonlySet<number>>;
}

const goalsFrom = (goals: readonly Goal[]): Goals => ({
	ofSite: async (siteId) => goals.filter((goal) => goal.siteId === siteId),
	one: async (siteId, reference) => {
		const goal = goals.find((one) => one.siteId === siteId && String(one.goalId) === reference);
		if (goal === undefined) throw new ApiError("NOT_FOUND", "Goal not found");
		return goal;
	},
});

const load = async (database: Database, now: number): Promise<Knowledge> => {
	const rows = await database
		.selectFrom("alert_rule")
		.leftJoin("user_preferences", "user_preferences.userId", "alert_rule.userId")
		.selectAll("alert_rule")
		.select("user_preferences.preferences")
		.orderBy("alertId")
		.execute();
	const siteIds = [...new Set(rows.map(({ siteId }) => siteId))];
	const sites = await sitesNumbered(database, siteIds);
	const [goals, channels, disturbances] = await Promise.all([
		siteIds.length === 0
			? []
			: database.selectFrom("goal").selectAll().where("siteId", "in", siteIds).execute(),
		database.selectFrom("channel").select(["channelId", "organizationId"]).execute(),
		disturbancesOf(database, { siteIds, since: now - LOOK_BACK_MS }),
	]);
	const byOrganization = new Map<string, Set<number>>();
	for (const { organizationId, channelId } of channels)
		byOrganization.set(
			organizationId,
			(byOrganization.get(organizationId) ?? new Set()).add(channelId),
		);
	return {
		rules: rows.map(({ preferences, stateSince, pausedUntil, ...row }) => ({
			...row,
			// Rules and memories were written by their types.
			rule: row.rule as AlertRule,
			memory: row.memory as AlertMemory,
			since: stateSince.getTime(),
			pausedUntil: pausedUntil?.getTime(),
			language: String(preferences?.["language"] ?? "").startsWith("de") ? "de" : "en",
			timeZone: typeof preferences?.["timeZone"] === "string" ? preferences["timeZone"] : undefined,
		})),
		sites: new Map(sites.map((site) => [site.siteId, site])),
		goals: goalsFrom(goals),
		channels: byOrganization,
		...disturbances,
	};
};

/**
 * Reads the rules again when a person has changed one, and what they depend on every few minutes.
 * @returns a function that gives what is known at a time
 */
export const createKnownRules = (database: Database) => {
	let known: { knowledge: Knowledge; mark: string; at: number } | undefined;
	return async (now: number): Promise<Knowledge> => {
		const { rows } = await sql<{ mark: string }>`
			SELECT count(*) || ' ' || coalesce(sum("version"), 0) || ' ' || coalesce(max("alertId"), 0) AS "mark"
			FROM "alert_rule"`.execute(database);
		const mark = rows[0]?.mark ?? "";
		const isFresh =
			known !== undefined && known.mark === mark && now >= known.at && now - known.at < REFRESH_MS;
		if (!isFresh || known === undefined)
			known = { knowledge: await load(database, now), mark, at: now };
		return known.knowledge;
	};
};
