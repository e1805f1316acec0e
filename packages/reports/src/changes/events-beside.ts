import { medianOf } from "@footfall/shared/numbers/median";
import type { Beside, BesideProvider, Stretch } from "../definitions/beside.ts";
import { groupsOfSite } from "../errors/error-groups.ts";
import { seenByKey } from "../errors/error-trends.ts";
import { CANONICAL_ERROR_ID, MESSAGE } from "../errors/one-error.ts";
import { createBinder, type Parameters } from "../query/binding.ts";
import { ORDER } from "../query/dimensions.ts";
import { PLAIN_COLUMNS, type ReportContext } from "../report/report.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const MOST_ERRORS = 5;
/** By chance, an hour of a site that usually has this many sessions is never empty; one with a few of them often is. */
const LEAST_USUAL = 15;
const MOST_GAPS = 10;

const inStretches = (stretches: readonly Stretch[], parameters: Parameters, column: string) => {
	const bind = createBinder(parameters, "near_");
	const conditions = stretches.map(
		({ from, to }) =>
			`${column} >= fromUnixTimestamp64Milli(${bind(from, "Int64")}, 'UTC') AND ${column} < fromUnixTimestamp64Milli(${bind(to, "Int64")}, 'UTC')`,
	);
	return `(${conditions.join(" OR ")})`;
};

const iso = (ms: number) => new Date(ms).toISOString();

/** Errors whose first occurrences are looked up; a site seldom has more that are rare. */
const MOST_CANDIDATES = 50;

interface Candidate {
	key: string;
	title: string;
	at: number;
}

const isWithin = (stretches: readonly Stretch[], at: number) =>
	stretches.some(({ from, to }) => at >= from && at < to);

/**
 * Errors that the site never had before, the most frequent of those that began in the stretches. One that occurred in the
 * first day of all is not looked up: it explains no difference between what follows.
 */
const newErrors = async (
	context: Pick<ReportContext, "runSql" | "site" | "errorAliases">,
	stretches: readonly Stretch[],
): Promise<Beside[]> => {
	const { runSql, site } = context;
	const groups = await groupsOfSite(context);
	const parameters: Parameters = {
		...groups.parameters,
		site: site.siteId,
		most_candidates: MOST_CANDIDATES,
		known_before: Math.min(...stretches.map(({ from }) => from)) + DAY_MS,
	};
	const candidates = await runSql<Candidate>(
		`
  SELECT ${CANONICAL_ERROR_ID} AS key, substringUTF8(argMax(${MESSAGE}, ${ORDER}), 1, 200) AS title,
    toUnixTimestamp64Milli(min(timestamp)) AS at
  FROM events
  WHERE site_id = {site:UInt32} AND type = 'error' AND ${MESSAGE} != ''
    AND ${inStretches(stretches, parameters, "timestamp")}
  GROUP BY key
  HAVING at >= {known_before:Int64}
  ORDER BY count() DESC, key
  LIMIT {most_candidates:UInt32}`,
		parameters,
		PLAIN_COLUMNS,
	);
	if (candidates.length === 0) return [];
	const seen = await seenByKey(
		context,
		candidates.map(({ key }) => key),
		groups,
	);
	return candidates
		.map(({ key, title, at }) => {
			const first = seen.get(key)?.firstSeen;
			return { title, at: first === undefined ? at : Date.parse(first) };
		})
		.filter(({ at }) => isWithin(stretches, at))
		.slice(0, MOST_ERRORS)
		.map(({ title, at }) => ({
			...{ kind: "error" as const, at: iso(at), until: null, title, url: null },
		}));
};

interface Hour {
	at: number;
	sessions: number;
}

/**
 * Hours without any event in which a site usually has many: at least {@link LEAST_USUAL} in the median of the same hours
 * of other days.
 */
export const gapsIn = (hours: readonly Hour[], stretches: readonly Stretch[]): Beside[] => {
	const counts = new Map(hours.map(({ at, sessions }) => [at, sessions]));
	const first = Math.min(...counts.keys());
	const all: Hour[] = [];
	for (const { from, to } of stretches)
		for (let at = Math.ceil(from / HOUR_MS) * HOUR_MS; at + HOUR_MS <= to; at += HOUR_MS)
			if (at >= first) all.push({ at, sessions: counts.get(at) ?? 0 });
	const byHour = new Map<number, number[]>();
	for (const { at, sessions } of all) {
		const hour = (at / HOUR_MS) % 24;
		byHour.set(hour, [...(byHour.get(hour) ?? []), sessions]);
	}
	const empty = all.filter(
		({ at, sessions }) =>
			sessions === 0 && medianOf(byHour.get((at / HOUR_MS) % 24) ?? []) >= LEAST_USUAL,
	);
	const gaps: Stretch[] = [];
	for (const { at } of empty.sort((one, other) => one.at - other.at)) {
		const last = gaps.at(-1);
		if (last?.to === at) last.to = at + HOUR_MS;
		else if (last === undefined || last.to < at) gaps.push({ from: at, to: at + HOUR_MS });
	}
	return gaps
		.sort((one, other) => other.to - other.from - (one.to - one.from))
		.slice(0, MOST_GAPS)
		.map(({ from, to }) => ({
			...{ kind: "gap" as const, at: iso(from), until: iso(to), title: "", url: null },
		}));
};

const gaps = async (
	{ runSql, site, now }: Pick<ReportContext, "runSql" | "site" | "now">,
	stretches: readonly Stretch[],
): Promise<Beside[]> => {
	const parameters: Parameters = { site: site.siteId };
	const known = stretches.map(({ from, to }) => ({ from, to: Math.min(to, now) }));
	const isKnown = inStretches(known, parameters, "timestamp");
	const hoursWith = (count: string) =>
		runSql<Hour>(
			`
  SELECT toInt64(toUnixTimestamp(toStartOfHour(timestamp))) * 1000 AS at, ${count} AS sessions
  FROM events
  WHERE site_id = {site:UInt32} AND ${isKnown}
  GROUP BY at
  ORDER BY at`,
			parameters,
		);
	// An hour has at least as many events as sessions, and times alone are read in a fraction of the time.
	const events = await hoursWith("count()");
	if (events.length === 0 || gapsIn(events, known).length === 0) return [];
	return gapsIn(await hoursWith("uniq(session_id)"), known);
};

/** What the events themselves tell beside a change: errors that are new, and gaps in collection. */
export const eventsBeside =
	(context: Pick<ReportContext, "runSql" | "site" | "now" | "errorAliases">): BesideProvider =>
	async ({ stretches, isMember }) => {
		const found = await Promise.all([
			isMember ? newErrors(context, stretches) : [],
			gaps(context, stretches),
		]);
		return found.flat();
	};
