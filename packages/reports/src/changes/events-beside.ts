import { medianOf } from "@footfall/shared/numbers/median";
import type { Beside, BesideProvider, Stretch } from "../definitions/beside.ts";
import { MESSAGE } from "../errors/one-error.ts";
import { createBinder, type Parameters } from "../query/binding.ts";
import type { ReportContext } from "../report/report.ts";

const HOUR_MS = 3_600_000;
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

/** Errors that the site never had before, the most frequent of those that began in the stretches. */
const newErrors = async (
	{ runSql, site }: Pick<ReportContext, "runSql" | "site">,
	stretches: readonly Stretch[],
): Promise<Beside[]> => {
	const parameters: Parameters = { site: site.siteId, most_errors: MOST_ERRORS };
	const rows = await runSql<{ title: string; at: number }>(
		`
  SELECT title, toUnixTimestamp64Milli(first_at) AS at
  FROM (
    SELECT substringUTF8(${MESSAGE}, 1, 200) AS title, min(timestamp) AS first_at, count() AS occurrences
    FROM events
    WHERE site_id = {site:UInt32} AND type = 'error' AND title != ''
    GROUP BY title)
  WHERE ${inStretches(stretches, parameters, "first_at")}
  ORDER BY occurrences DESC, title
  LIMIT {most_errors:UInt32}`,
		parameters,
	);
	return rows.map(({ title, at }) => ({
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
	const rows = await runSql<Hour>(
		`
  SELECT toInt64(toUnixTimestamp(toStartOfHour(timestamp))) * 1000 AS at, uniq(session_id) AS sessions
  FROM events
  WHERE site_id = {site:UInt32} AND ${inStretches(known, parameters, "timestamp")}
  GROUP BY at
  ORDER BY at`,
		parameters,
	);
	return rows.length === 0 ? [] : gapsIn(rows, known);
};

/** What the events themselves tell beside a change: errors that are new, and gaps in collection. */
export const eventsBeside =
	(context: Pick<ReportContext, "runSql" | "site" | "now" | "isMember">): BesideProvider =>
	async ({ stretches, isMember }) => {
		const found = await Promise.all([
			isMember ? newErrors(context, stretches) : [],
			gaps(context, stretches),
		]);
		return found.flat();
	};
