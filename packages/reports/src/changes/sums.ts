/** Sums of some units in a period: of what is counted, of what it is divided by, and of the squares of the first. */
export interface Sums {
	n: number;
	d: number;
	n2: number;
}

/** The sums of the same units in both periods. */
export interface Pair {
	from: Sums;
	to: Sums;
}

/** The columns of both as statements return them, `from_n` and so on. */
export type PairRow = Record<`${"from" | "to"}_${keyof Sums}`, number>;

export const pairOf = (row: PairRow): Pair => ({
	from: { n: row.from_n, d: row.from_d, n2: row.from_n2 },
	to: { n: row.to_n, d: row.to_d, n2: row.to_n2 },
});

const NOTHING: Sums = { n: 0, d: 0, n2: 0 };
export const NO_UNITS: Pair = { from: NOTHING, to: NOTHING };

const combined = (one: Sums, other: Sums, sign: 1 | -1): Sums => ({
	n: one.n + sign * other.n,
	d: one.d + sign * other.d,
	n2: one.n2 + sign * other.n2,
});

export const plus = (one: Pair, other: Pair): Pair => ({
	from: combined(one.from, other.from, 1),
	to: combined(one.to, other.to, 1),
});

export const minus = (one: Pair, other: Pair): Pair => ({
	from: combined(one.from, other.from, -1),
	to: combined(one.to, other.to, -1),
});

/** A quotient; 0 of nothing. */
export const rateOf = ({ n, d }: Sums): number => (d === 0 ? 0 : n / d);
