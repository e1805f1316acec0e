import type { Parameters } from "../query/binding.ts";
import { wallSecondSql } from "../query/bucket.ts";
import type { Period } from "../query/period.ts";
import { evenStretches } from "../query/time-zone.ts";
import type { Periods, Rows } from "../source/rows.ts";

const DAY_MS = 86_400_000;
const BITS = 64;

/** How days, counted from 1970-01-01, are grouped into periods. */
interface Calendar {
	numberOf(day: number): number;
	/** The same in SQL for a day. */
	numberSql(day: string): string;
	firstDayOf(period: number): number;
}

/** 1970-01-01 was a Thursday. */
const EPOCH_WEEKDAY = 4;
const MONDAY = 1;

const weeksFrom = (weekStart: number): Calendar => {
	const before = (EPOCH_WEEKDAY - weekStart + 7) % 7;
	return {
		numberOf: (day) => Math.floor((day + before) / 7),
		numberSql: (day) => `intDiv(${day} + ${before}, 7)`,
		firstDayOf: (period) => period * 7 - before,
	};
};

const CALENDARS = {
	day: { numberOf: (day) => day, numberSql: (day) => day, firstDayOf: (period) => period },
	month: {
		numberOf: (day) => {
			const date = new Date(day * DAY_MS);
			return date.getUTCFullYear() * 12 + date.getUTCMonth();
		},
		numberSql: (day) => `toYear(toDate32(${day})) * 12 + toMonth(toDate32(${day})) - 1`,
		firstDayOf: (period) => Date.UTC(Math.floor(period / 12), period % 12) / DAY_MS,
	},
} satisfies Record<string, Calendar>;

/** How people are grouped by when they were first active. */
export type CohortMode = keyof typeof CALENDARS | "week";

/** Periods of a range, numbered from 0. */
export interface CohortPeriods extends Periods {
	/** How many 64-bit words hold one bit for each period. */
	words: number;
	/** The first day of a period, `YYYY-MM-DD`. */
	firstDayOf(period: number): string;
}

/** The periods of a range with two ends, in ms since the epoch. Weeks start on Monday, or on its `weekStart`. */
export const periodsOf = (
	mode: CohortMode,
	period: Period & { from: number; to: number },
	parameters: Parameters,
): CohortPeriods => {
	const calendar: Calendar =
		mode === "week" ? weeksFrom(period.weekStart ?? MONDAY) : CALENDARS[mode];
	const stretches = evenStretches(period.from, period.to, period.timeZone);
	const walls = stretches.flatMap(({ from, to, offset }) => [from + offset, to + offset]);
	const numberOf = (wall: number) => calendar.numberOf(Math.floor(wall / DAY_MS));
	const first = numberOf(Math.min(...walls));
	const wallSecond = wallSecondSql(period, parameters);
	parameters["first_period"] = first;
	return {
		words: Math.ceil((numberOf(Math.max(...walls)) - first + 1) / BITS),
		periodOf: (instant) => {
			const number = calendar.numberSql(`intDiv(${wallSecond(instant)}, 86400)`);
			return `toUInt16(${number} - {first_period:Int64})`;
		},
		firstDayOf: (period) =>
			new Date(calendar.firstDayOf(first + period) * DAY_MS).toISOString().slice(0, 10),
		changedDays: stretches.slice(1).map(({ from }) => Math.floor(from / DAY_MS)),
	};
};

/** The bits of a word that represent the two periods of a presence. */
const bitsOf = (word: number, words: number) => {
	const bit = (period: string) =>
		words === 1
			? `bitShiftLeft(toUInt64(1), ${period})`
			: `bitShiftLeft(toUInt64(intDiv(${period}, ${BITS}) = ${word}), ${period} % ${BITS})`;
	return `bitOr(${bit("first")}, ${bit("last")})`;
};

/**
 * SQL for how many people (`people`) were first active in a period (`cohort`) and then so many periods later
 * (`later`). A person is a row of bits, one for each period; most people share a few rows, so equal rows are counted
 * before they are split into periods.
 */
export const cohortsText = ({ presence }: Rows, periods: CohortPeriods): string => {
	const words = Array.from({ length: periods.words }, (_, word) => word);
	const names = words.map((word) => `word_${word}`).join(", ");
	const people = `
      SELECT ${words.map((word) => `groupBitOr(${bitsOf(word, periods.words)}) AS word_${word}`).join(", ")}
      FROM (${presence(periods)}
      )
      GROUP BY person`;
	const active = words.map(
		(word) =>
			`arrayMap(period -> toUInt16(period) + ${word * BITS}, bitPositionsToArray(word_${word}))`,
	);
	return `
  SELECT cohort, period - cohort AS later, sum(alike) AS people
  FROM (
    SELECT arrayConcat(${active.join(", ")}) AS active, active[1] AS cohort, alike
    FROM (SELECT ${names}, count() AS alike FROM (${people}) GROUP BY ${names})
  )
  ARRAY JOIN active AS period
  GROUP BY cohort, later
  ORDER BY cohort, later`;
};
