import { DAY_DIGEST } from "@footfall/store";
import type { Bind } from "../query/binding.ts";
import type { QuerySql, ReportQuery } from "../query/report-query.ts";
import type { RunSql } from "../report/report.ts";

const DAY_MS = 86_400_000;
/** The store knows this many days, from 1970 on. */
const MOST_DAYS = 65_535;
/** Maximum number of stretches that are read from events; with more, the statement would cost more than it saves. */
const MOST_STRETCHES = 12;

/** A range with the day before it and two days after, mostly rolled up, as conditions on rows. */
export interface RolledUpDays {
	/** Rows of `visits` of the days that are rolled up: one per session and day. */
	inSessionDays: string;
	/** Of these, the rows of days that the range contains entirely, and of days that it contains partly; "0" for none. */
	ofWholeDays: string;
	ofPartialDays: string;
	/** Rows of `events` of the other days; undefined if there are none. */
	inEvents: string | undefined;
	/** The days (since 1970) that are rolled up and that the range contains entirely. */
	days: readonly number[];
	/** Whether all of them have totals. */
	haveTotals: boolean;
}

interface Day {
	day: number;
	events: number;
	/** Decimal text of 64 bits; "0" if the day is not rolled up. */
	seal: string;
	has_totals: number;
}

/** The events of days, and the seal of their roll-up if it was computed from the same events; both as of one moment. */
const TEXT = `
  SELECT toUInt32(day) AS day, events, toString(seal) AS seal, has_totals
  FROM (
    SELECT toDate(timestamp) AS day, count() AS events, ${DAY_DIGEST} AS digest
    FROM events
    WHERE site_id = {site:UInt32}
      AND toDate(timestamp) >= toDate({first_day:UInt32}) AND toDate(timestamp) < toDate({end_day:UInt32})
    GROUP BY toDate(timestamp)
  ) AS stored
  LEFT JOIN (
    SELECT day, events, digest, seal, has_totals FROM sealed_days FINAL
    WHERE site_id = {site:UInt32}
  ) AS rolled_up USING (day, events, digest)
  ORDER BY day`;

const isRolledUp = ({ seal }: Day) => seal !== "0";
/** Events of these days do not count as rolled up. */
const rolledUpDaysIn = (days: readonly Day[]) => days.filter(isRolledUp).map(({ day }) => day);

/** Half-open stretches of a range that no rolled-up day covers; undefined = open. */
const restOf = (
	{ from, to }: { from: number | undefined; to: number | undefined },
	rolledUp: readonly Day[],
): { from: number | undefined; to: number | undefined }[] => {
	const rest: { from: number | undefined; to: number | undefined }[] = [];
	let start = from;
	for (const { day } of rolledUp) {
		const begin = day * DAY_MS;
		if (start === undefined || start < begin) rest.push({ from: start, to: begin });
		start = begin + DAY_MS;
	}
	if (to === undefined || start === undefined || start < to) rest.push({ from: start, to });
	return rest;
};

/** SQL for rows of `visits` of some of the rolled-up days between two. */
const rowsOfDays = (days: readonly Day[], bind: Bind): string => {
	const [first, last] = [days[0], days.at(-1)];
	return first && last
		? `site_id = {site:UInt32}
      AND day >= toDate(${bind(first.day, "UInt32")}) AND day <= toDate(${bind(last.day, "UInt32")})
      AND seal IN {seals:Array(UInt64)}`
		: "0";
};

/** @returns undefined where less than half of the events are in days that are rolled up */
export const rolledUpDaysOf = async (
	runSql: RunSql,
	{ parameters, bind }: QuerySql,
	{ period }: ReportQuery,
): Promise<RolledUpDays | undefined> => {
	const { from = 0, to = MOST_DAYS * DAY_MS } = period;
	if (from >= to) return undefined;
	const firstDay = Math.max(0, Math.floor(from / DAY_MS) - 1);
	const endDay = Math.min(Math.ceil(to / DAY_MS) + 2, MOST_DAYS);
	const site = Number(parameters["site"]);
	// The reports of a dashboard share the answer.
	const days: readonly Day[] = await runSql<Day>(
		TEXT,
		{ site, first_day: firstDay, end_day: endDay },
		{ coalesce: true, isProjected: true, keptFor: { site, daysOf: rolledUpDaysIn } },
	);
	const rolledUp = days.filter(isRolledUp);
	const sum = (some: readonly Day[]) => some.reduce((events, day) => events + day.events, 0);
	const rest = restOf(
		{
			from: period.from === undefined ? undefined : period.from - DAY_MS,
			// Like `around`: a session's last page may be measured this long after its last act.
			to: period.to === undefined ? undefined : period.to + 2 * DAY_MS,
		},
		rolledUp,
	);
	if (rolledUp.length === 0 || 2 * sum(rolledUp) < sum(days) || rest.length > MOST_STRETCHES)
		return undefined;
	parameters["seals"] = rolledUp.map(({ seal }) => BigInt(seal));
	const at = (instant: number) => `fromUnixTimestamp64Milli(${bind(instant, "Int64")}, 'UTC')`;
	const stretches = rest.map(({ from, to }) =>
		[
			...(from === undefined ? [] : [`timestamp >= ${at(from)}`]),
			...(to === undefined ? [] : [`timestamp < ${at(to)}`]),
		].join(" AND "),
	);
	const isWhole = ({ day }: Day) => day * DAY_MS >= from && (day + 1) * DAY_MS <= to;
	const isTouched = ({ day }: Day) => day * DAY_MS < to && (day + 1) * DAY_MS > from;
	const whole = rolledUp.filter(isWhole);
	const partial = rolledUp.filter((day) => isTouched(day) && !isWhole(day));
	const ofPartialDays = partial.map((day) => `(${rowsOfDays([day], bind)})`);
	return {
		inSessionDays: rowsOfDays(rolledUp, bind),
		ofWholeDays: rowsOfDays(whole, bind),
		ofPartialDays: ofPartialDays.length === 0 ? "0" : `(${ofPartialDays.join(" OR ")})`,
		inEvents:
			stretches.length === 0
				? undefined
				: `site_id = {site:UInt32} AND (${stretches.map((stretch) => `(${stretch})`).join(" OR ")})`,
		days: whole.map(({ day }) => day),
		haveTotals: whole.length > 0 && whole.every((day) => day.has_totals),
	};
};
