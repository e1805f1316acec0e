import {
	DAY_DIGEST,
	partColumns,
	type VisitColumnName,
	visitsFromEvents,
	visitsFromParts,
} from "@footfall/store";
import type { Asked, Question } from "../question/question.ts";
import type { Ask } from "./report.ts";

const DAY_MS = 86_400_000;
/** The store knows days from 1970 on, and as many. */
const MOST_DAYS = 65_535;
/** Stretches that are read from events; beyond it the statement would cost more than it saves. */
const MOST_STRETCHES = 12;

/** How the range of a question is answered: its sealed days from `visits`, what is left from `events`. */
export interface SealedVisits {
	/** Rows of `visits`. */
	inVisits: string;
	/** Rows of `events` that no sealed day has; undefined where there are none. */
	inEvents: string | undefined;
}

interface Day {
	day: number;
	events: number;
	/** Decimal text of 64 bits; "0" where the day is not sealed. */
	seal: string;
}

/**
 * The events of days as they are, and the seal that was made of the same. Both are of one moment: what changes later
 * changes the answer of a question that is asked later.
 */
const TEXT = `
  SELECT toUInt32(day) AS day, events, toString(seal) AS seal
  FROM (
    SELECT toDate(timestamp) AS day, count() AS events, ${DAY_DIGEST} AS digest
    FROM events
    WHERE site_id = {site:UInt32}
      AND toDate(timestamp) >= toDate({first_day:UInt32}) AND toDate(timestamp) < toDate({end_day:UInt32})
    GROUP BY toDate(timestamp)
  ) AS stored
  LEFT JOIN (
    SELECT day, events, digest, seal FROM sealed_days FINAL
    WHERE site_id = {site:UInt32}
  ) AS sealed USING (day, events, digest)
  ORDER BY day
  SETTINGS max_execution_time = 30`;

/** Half-open stretches of a range that no sealed day covers; undefined = open. */
const restOf = (
	{ from, to }: { from: number | undefined; to: number | undefined },
	sealed: readonly Day[],
): { from: number | undefined; to: number | undefined }[] => {
	const rest: { from: number | undefined; to: number | undefined }[] = [];
	let start = from;
	for (const { day } of sealed) {
		const begin = day * DAY_MS;
		if (start === undefined || start < begin) rest.push({ from: start, to: begin });
		start = begin + DAY_MS;
	}
	if (to === undefined || start === undefined || start < to) rest.push({ from: start, to });
	return rest;
};

/**
 * Looks which days of a range are sealed.
 * @returns undefined where the events themselves are to be read: a filter asks for single events, or little is sealed
 */
export const sealedVisitsOf = async (
	ask: Ask,
	{ parameters, bind, eventMatches, sessionMatches }: Asked,
	{ period: { from, to } }: Question,
): Promise<SealedVisits | undefined> => {
	if (eventMatches !== "1" || sessionMatches !== "1") return undefined;
	const firstDay = Math.ceil(Math.max(0, from ?? 0) / DAY_MS);
	const endDay = Math.min(Math.floor((to ?? Number.POSITIVE_INFINITY) / DAY_MS), MOST_DAYS);
	if (firstDay >= endDay) return undefined;
	const days = await ask<Day>(TEXT, {
		site: parameters["site"] ?? 0,
		first_day: firstDay,
		end_day: endDay,
	});
	const sealed = days.filter(({ seal }) => seal !== "0");
	const sum = (some: readonly Day[]) => some.reduce((events, day) => events + day.events, 0);
	const rest = restOf({ from, to }, sealed);
	const [first] = sealed;
	if (first === undefined || 2 * sum(sealed) < sum(days) || rest.length > MOST_STRETCHES)
		return undefined;
	parameters["seals"] = sealed.map(({ seal }) => BigInt(seal));
	const at = (instant: number) => `fromUnixTimestamp64Milli(${bind(instant, "Int64")}, 'UTC')`;
	const stretches = rest.map(({ from, to }) =>
		[
			...(from === undefined ? [] : [`timestamp >= ${at(from)}`]),
			...(to === undefined ? [] : [`timestamp < ${at(to)}`]),
		].join(" AND "),
	);
	return {
		inVisits: `site_id = {site:UInt32}
      AND day >= toDate(${bind(first.day, "UInt32")}) AND day <= toDate(${bind(sealed.at(-1)?.day ?? 0, "UInt32")})
      AND seal IN {seals:Array(UInt64)}`,
		inEvents:
			stretches.length === 0
				? undefined
				: `site_id = {site:UInt32} AND (${stretches.map((stretch) => `(${stretch})`).join(" OR ")})`,
	};
};

const sessionsOf = (rows: string) => `SELECT session_id FROM events WHERE ${rows}`;

/**
 * SQL for a row per session of the question, with what `visits` tells of it. Nearly every session is a row as it stands;
 * only those that may have another are put together.
 */
export const sessionsFromVisits = (
	visits: SealedVisits,
	names: readonly VisitColumnName[],
): string => {
	const needed = partColumns(names);
	const list = ["session_id", ...names].join(", ");
	const part = ["session_id", ...needed].join(", ");
	const { inVisits, inEvents } = visits;
	const alone = inEvents === undefined ? "" : `AND session_id NOT IN (${sessionsOf(inEvents)})`;
	const joined = inEvents === undefined ? "" : `OR session_id IN (${sessionsOf(inEvents)})`;
	const ofEvents =
		inEvents === undefined
			? ""
			: `
      UNION ALL
      SELECT ${part} FROM (${visitsFromEvents(needed, { where: inEvents })})`;
	return `
    SELECT ${list} FROM visits WHERE ${inVisits} AND crosses = 0 ${alone}
    UNION ALL
    SELECT ${list} FROM (${visitsFromParts(
			names,
			`
      SELECT ${part} FROM visits WHERE ${inVisits} AND (crosses = 1 ${joined})${ofEvents}`,
		)})`;
};

/**
 * SQL that tells of a row of `visits` that all of it lies in one bucket: its ends do, and it is too short to have left
 * the bucket and come back when a clock was turned back.
 */
export const isWithinOne = (startOf: (instant: string) => string): string =>
	`(ended < began + INTERVAL 10 MINUTE AND ${startOf("began")} = ${startOf("ended")})`;
