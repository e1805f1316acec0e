import type { Parameters } from "../query/binding.ts";
import { wallSecondSql } from "../query/bucket.ts";
import { evenStretches } from "../query/time-zone.ts";
import type { SealedVisits } from "../source/sealed-visits.ts";

const DAY_MS = 86_400_000;
const BITS = 64;
const PERIOD_DAYS = { day: 1, week: 7 } as const;
/** 1970-01-01 was a Thursday: weeks begin on Monday here, a day later than those of a series. */
const DAYS_BEFORE = { day: 0, week: 3 } as const;

/** The days or weeks of a range on the wall clock. */
export interface Periods {
	/** How many words of 64 bits have one for each. */
	words: number;
	/** SQL for the place of an instant's period, from 0. */
	placeOf(instant: string): string;
	/** The first day of the period at a place, `YYYY-MM-DD`. */
	firstDayOf(place: number): string;
	/** The days (UTC, since 1970) in which the zone's offset changes. */
	unevenDays: number[];
}

/** The periods of a range that has two ends, in ms since the epoch. */
export const periodsOf = (
	mode: keyof typeof PERIOD_DAYS,
	period: { from: number; to: number; timeZone: string },
	parameters: Parameters,
): Periods => {
	const [days, before] = [PERIOD_DAYS[mode], DAYS_BEFORE[mode]];
	const stretches = evenStretches(period.from, period.to, period.timeZone);
	const walls = stretches.flatMap(({ from, to, offset }) => [from + offset, to + offset]);
	const numberOf = (wall: number) => Math.floor((Math.floor(wall / DAY_MS) + before) / days);
	const first = numberOf(Math.min(...walls));
	const wallSecond = wallSecondSql(period, parameters);
	parameters["first_period"] = first;
	return {
		words: Math.ceil((numberOf(Math.max(...walls)) - first + 1) / BITS),
		placeOf: (instant) => {
			const day = `intDiv(${wallSecond(instant)}, 86400)`;
			const number = days === 1 ? day : `intDiv(${day} + ${before}, ${days})`;
			return `toUInt16(${number} - {first_period:Int64})`;
		},
		firstDayOf: (place) =>
			new Date(((first + place) * days - before) * DAY_MS).toISOString().slice(0, 10),
		unevenDays: stretches.slice(1).map(({ from }) => Math.floor(from / DAY_MS)),
	};
};

/** Who they are: a number is cheaper than its text, and most are numbers. */
const PEOPLE = [
	{ key: "user_id", who: "identified_user_id = ''" },
	{ key: "identified_user_id", who: "identified_user_id != ''" },
] as const;

/** Rows that say when somebody did something: the places of two periods, between which there is no other. */
type Stays = (key: string, who: string) => string[];

const staysOf =
	(rows: string, { placeOf }: Periods): Stays =>
	(key, who) => [
		`SELECT ${key} AS person, ${placeOf("timestamp")} AS first, first AS last FROM events WHERE (${rows}) AND ${who}`,
	];

/**
 * A row of `visits` lies in one day (UTC). Where the wall clock runs evenly, there are two days at most in it, and the
 * row's ends are in them; where the clock is changed there may be others, which its events tell.
 * @param several rows of events of sessions whose rows name nobody, as they have several people
 */
const staysOfVisits =
	(
		{ inVisits, inEvents }: SealedVisits,
		periods: Periods,
		several: string | undefined,
		parameters: Parameters,
	): Stays =>
	(key, who) => {
		const { placeOf, unevenDays } = periods;
		parameters["uneven_days"] = unevenDays;
		const isUneven = "toUInt32(day) IN {uneven_days:Array(UInt32)}";
		const known = `${inVisits} AND ${who}${several === undefined ? "" : " AND people = 1"}`;
		const others = [inEvents, several].filter((rows) => rows !== undefined);
		return [
			`SELECT ${key} AS person, ${placeOf("began")} AS first, ${placeOf("ended")} AS last
          FROM visits WHERE ${known}${unevenDays.length === 0 ? "" : ` AND NOT ${isUneven}`}`,
			...(unevenDays.length === 0
				? []
				: [
						`SELECT ${key} AS person, ${placeOf("fromUnixTimestamp64Milli(time_ms, 'UTC')")} AS first, first AS last
          FROM visits ARRAY JOIN times_ms AS time_ms WHERE ${known} AND ${isUneven}`,
					]),
			...others.flatMap((rows) => staysOf(rows, periods)(key, who)),
		];
	};

/** The bits of a word that stand for the two periods of a stay. */
const bitsOf = (word: number, words: number) => {
	const bit = (place: string) =>
		words === 1
			? `bitShiftLeft(toUInt64(1), ${place})`
			: `bitShiftLeft(toUInt64(intDiv(${place}, ${BITS}) = ${word}), ${place} % ${BITS})`;
	return `bitOr(${bit("first")}, ${bit("last")})`;
};

/**
 * SQL for how many people (`people`) first did something in a period (`cohort`, its place) and something so many periods
 * later (`later`). A person is a row of bits, one for each period; most have the same few, and so are counted before
 * their periods are told apart.
 */
const cohortsText = (stays: Stays, { words }: Periods): string => {
	const places = Array.from({ length: words }, (_, word) => word);
	const names = places.map((word) => `word_${word}`).join(", ");
	const people = PEOPLE.map(
		({ key, who }) => `
      SELECT ${places.map((word) => `groupBitOr(${bitsOf(word, words)}) AS word_${word}`).join(", ")}
      FROM (
          ${stays(key, who).join("\n          UNION ALL\n          ")}
      )
      GROUP BY person`,
	);
	const active = places.map(
		(word) =>
			`arrayMap(place -> toUInt16(place) + ${word * BITS}, bitPositionsToArray(word_${word}))`,
	);
	return `
  SELECT cohort, place - cohort AS later, sum(alike) AS people
  FROM (
    SELECT arrayConcat(${active.join(", ")}) AS active, active[1] AS cohort, alike
    FROM (SELECT ${names}, count() AS alike FROM (${people.join("\n      UNION ALL")}) GROUP BY ${names})
  )
  ARRAY JOIN active AS place
  GROUP BY cohort, later
  ORDER BY cohort, later`;
};

/** The same from the events that `rows` tells. */
export const cohortsOfEvents = (rows: string, periods: Periods): string =>
	cohortsText(staysOf(rows, periods), periods);

/**
 * The same from visits.
 * @param several tells the events of sessions whose rows name nobody, as they have several people
 */
export const cohortsOfVisits = (
	visits: SealedVisits,
	periods: Periods,
	{ several, parameters }: { several: string | undefined; parameters: Parameters },
): string => cohortsText(staysOfVisits(visits, periods, several, parameters), periods);
