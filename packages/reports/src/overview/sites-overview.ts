import { SESSION_MAX_MS } from "@footfall/shared/limits";
import { IS_ACT } from "@footfall/store";
import { z } from "zod";
import { PERSON_NUMBER } from "../query/dimensions.ts";
import { startOfDay, wallTimeOf } from "../query/time-zone.ts";
import { count, type RunSql } from "../report/report.ts";
import { percentageOf } from "../report/rows.ts";

const DAY_MS = 86_400_000;
const DAYS = 7;
/** The same as in /live-user-count. */
const LIVE_MS = 5 * 60_000;

/** People in a bucket. */
export const UsersPoint = z
	.object({ time: z.string(), users: count() })
	.meta({ component: "UsersPoint" });

/** The figures of one site in the list of all: its visitors of today and the six days before. */
export const SiteFigures = z.object({
	/** By day, today last; `time` as in every series. */
	series: z.array(UsersPoint),
	/** Of the seven days combined. */
	users: count(),
	/** Of the week before, up to the same weekday and time of day. */
	previousUsers: count(),
	/** From `previousUsers` to `users` in percent; null where there were none. */
	change: z.number().nullable(),
	/** Sessions with any event in the last five minutes. */
	liveSessions: count(),
});
export type SiteFigures = z.infer<typeof SiteFigures>;

/** Midnights of a week's days and the instant that ends it, ms since the epoch. */
const instantsOf = (now: number, timeZone: string) => {
	const wall = wallTimeOf(now, timeZone);
	const today = Math.floor(wall / DAY_MS) * DAY_MS;
	const week = Array.from({ length: DAYS }, (_, day) => today - (DAYS - 1 - day) * DAY_MS);
	const instantOf = (wallTime: number) => startOfDay(wallTime, timeZone);
	return {
		times: week.map((midnight) => new Date(midnight).toISOString().slice(0, 19).replace("T", " ")),
		starts: week.map(instantOf),
		// Includes an event of this very millisecond.
		end: now + 1,
		previousStart: instantOf(today - (2 * DAYS - 1) * DAY_MS),
		previousEnd: instantOf(wall - DAYS * DAY_MS) + 1,
	};
};

/** SQL for the instant of a parameter in ms since the epoch. */
export const at = (name: string) => `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`;
const usersBetween = (from: string, to: string) =>
	`uniqExactIf(${PERSON_NUMBER}, timestamp >= ${at(from)} AND timestamp < ${at(to)} AND ${IS_ACT})`;

/** Sessions of some sites are left out entirely, including their acts before and after the suspected one. */
export const WITHOUT_SUSPECTED = `
    AND (site_id, session_id) NOT IN (
      SELECT site_id, session_id
      FROM events
      WHERE site_id IN {leaving_out:Array(UInt32)} AND timestamp >= ${at("suspected_since")} AND suspected = 1 AND ${IS_ACT}
    )`;

/**
 * The figures of many sites in one statement, by site. Days are those of the time zone.
 * @param now ms since the epoch
 * @param leavingOut the sites among them that leave out sessions with a suspected act
 */
export const figuresOfSites = async (
	runSql: RunSql,
	sites: readonly number[],
	{
		timeZone,
		now,
		leavingOut = [],
	}: { timeZone: string; now: number; leavingOut?: readonly number[] },
): Promise<Map<number, SiteFigures>> => {
	if (sites.length === 0) return new Map();
	const { times, starts, end, previousStart, previousEnd } = instantsOf(now, timeZone);
	const edges = Object.fromEntries(
		[...starts, end].map((instant, index) => [`day_${index}`, instant]),
	);
	const days = starts.map((_, index) => usersBetween(`day_${index}`, `day_${index + 1}`));
	const rows = await runSql<{
		site: number;
		users: number;
		previous: number;
		live: number;
		days: number[];
	}>(
		`
  SELECT
    site_id AS site,
    ${usersBetween("day_0", `day_${DAYS}`)} AS users,
    ${usersBetween("previous_start", "previous_end")} AS previous,
    uniqExactIf(session_id, timestamp > ${at("live_since")}) AS live,
    [${days.join(",\n      ")}] AS days
  FROM events
  WHERE site_id IN {sites:Array(UInt32)} AND timestamp >= ${at("previous_start")}${leavingOut.length === 0 ? "" : WITHOUT_SUSPECTED}
  GROUP BY site`,
		{
			...edges,
			sites: [...sites],
			...(leavingOut.length > 0 && {
				leaving_out: [...leavingOut],
				suspected_since: previousStart - SESSION_MAX_MS,
			}),
			previous_start: previousStart,
			previous_end: previousEnd,
			live_since: now - LIVE_MS,
		},
	);
	const known = new Map(rows.map((row) => [row.site, row]));
	return new Map(
		sites.map((site) => {
			const { users = 0, previous = 0, live = 0, days: counted = [] } = known.get(site) ?? {};
			return [
				site,
				{
					series: times.map((time, day) => ({ time, users: Number(counted[day] ?? 0) })),
					users,
					previousUsers: previous,
					change: previous === 0 ? null : percentageOf(users - previous, previous),
					liveSessions: live,
				},
			];
		}),
	);
};
