import { z } from "zod";
import { textParameter } from "../query/parameters.ts";
import { VITALS } from "../report/attributes.ts";
import { fields } from "../report/report.ts";
import { percentageOf } from "../report/rows.ts";

type Vital = (typeof VITALS)[number];

/**
 * A measurement is good up to the first number and poor above the second: ms, and a plain number for
 * cls. https://web.dev/articles/defining-core-web-vitals-thresholds
 */
export const THRESHOLDS: Readonly<Record<Vital, readonly [good: number, poor: number]>> = {
	lcp: [2500, 4000],
	cls: [0.1, 0.25],
	inp: [200, 500],
	fcp: [1800, 3000],
	ttfb: [800, 1800],
};

const RATINGS = ["good", "needs_improvement", "poor"] as const;
type RatingName = `${Vital}_${(typeof RATINGS)[number]}`;

/** A share of each vital's measurements for each rating: `lcp_good`, `lcp_needs_improvement`, `lcp_poor` … */
export const ratingNames = VITALS.flatMap((vital) =>
	RATINGS.map((rating) => `${vital}_${rating}` as const),
);

/** Shares in percent; null where nothing was measured. Absent unless asked for. */
export type Ratings = Partial<Record<RatingName, number | null>>;

/** Schema of the fields that `ratings=true` adds to a row. */
export const ratingFields = fields(ratingNames, () => z.number().nullable().optional());

/** The parameter that adds them. */
export const ratingsParameter = {
	ratings: textParameter(
		"`true` to include the shares of good, needs improvement and poor measurements of each vital, in percent",
	),
};

const measured = (vital: Vital) => `${vital}_measured`;

/** SQL of columns that `withRatings` turns into shares, each with a comma before it; empty unless requested. */
export const ratingColumns = (given: { ratings?: string | undefined }): string =>
	given.ratings === "true"
		? VITALS.map((vital) => {
				const [good, poor] = THRESHOLDS[vital];
				return `,
    count(${vital}) AS ${measured(vital)},
    countIf(${vital} <= ${good}) AS ${vital}_good,
    countIf(${vital} > ${good} AND ${vital} <= ${poor}) AS ${vital}_needs_improvement,
    countIf(${vital} > ${poor}) AS ${vital}_poor`;
			}).join("")
		: "";

/** SQL that orders by a share; NULL where nothing was measured. */
export const ratingOrder = (name: string): string | undefined => {
	const vital = VITALS.find((one) =>
		ratingNames.some((known) => known === name && name.startsWith(`${one}_`)),
	);
	return vital && `${name} / nullIf(${measured(vital)}, 0)`;
};

/** A row with shares in place of counts; a row without ratings stays unchanged. */
export const withRatings = <Row extends object>(row: Row): Row => {
	const counts = row as Record<string, number>;
	if (counts[measured("lcp")] === undefined) return row;
	const rest: Record<string, unknown> = { ...counts };
	for (const vital of VITALS) {
		const all = counts[measured(vital)] ?? 0;
		delete rest[measured(vital)];
		for (const rating of RATINGS) {
			const name = `${vital}_${rating}` as const;
			rest[name] = all === 0 ? null : percentageOf(counts[name] ?? 0, all);
		}
	}
	return rest as Row;
};

/** The row of a bucket without measurements. */
export const unrated = (given: { ratings?: string | undefined }): Ratings =>
	given.ratings === "true"
		? (Object.fromEntries(ratingNames.map((name) => [name, null])) as Ratings)
		: {};
