import type { Combination, DimensionValue, ValueSums } from "./statements.ts";
import { minus, type Pair } from "./sums.ts";

/** A part of a change with its own sums, in no other part. */
export interface ChosenSegment {
	/** One value, or two of different dimensions. */
	values: readonly DimensionValue[];
	sums: Pair;
}

/** The most parts that a change is divided into. */
export const MOST_SEGMENTS = 5;
/** A segment that departs by less may do so by chance: some hundreds are compared. */
const LEAST_EVIDENCE = 8;
/** A segment that explains a smaller share of the whole beyond its expected one is not worth a row. */
const LEAST_SHARE = 0.08;
/** Segments this close in evidence are alike: the plainer one is told. */
const ALIKE = 0.97;
/** A pair must be more telling than each of its values by this factor. */
const MORE_THAN_SINGLE = 1.08;

const term = (observed: number, expected: number) =>
	observed <= 0 || expected <= 0 ? 0 : observed * Math.log(observed / expected);

/**
 * The evidence that a segment changed otherwise than all others: the logarithm of a likelihood ratio, as in Kulldorff's
 * scan statistic. It grows with what the segment explains beyond its expected share, and falls with what else is in it.
 */
export const evidenceOf = (part: Pair, whole: Pair): number => {
	const inside = [Math.max(0, part.from.n), Math.max(0, part.to.n)] as const;
	const all = [Math.max(0, whole.from.n), Math.max(0, whole.to.n)] as const;
	const outside = [Math.max(0, all[0] - inside[0]), Math.max(0, all[1] - inside[1])] as const;
	const total = all[0] + all[1];
	const [within, without] = [inside[0] + inside[1], outside[0] + outside[1]];
	if (total === 0 || within === 0 || without === 0) return 0;
	const sum =
		term(inside[0], (within * all[0]) / total) +
		term(inside[1], (within * all[1]) / total) +
		term(outside[0], (without * all[0]) / total) +
		term(outside[1], (without * all[1]) / total);
	// Units of different size, such as amounts, vary more than single ones.
	const size = (whole.from.n2 + whole.to.n2) / total;
	return sum / Math.max(size, Number.MIN_VALUE);
};

/** What a segment explains beyond its expected share: its share of the former period times the whole's change. */
export const beyondExpected = (part: Pair, whole: Pair): number => {
	const change = part.to.n - part.from.n;
	const ofWhole = whole.to.n - whole.from.n;
	return change - (whole.from.n === 0 ? 0 : (part.from.n / whole.from.n) * ofWhole);
};

/** The values that combinations are counted of: of each dimension those that depart most, and then the others. */
export const candidatesOf = (
	values: readonly ValueSums[],
	whole: Pair,
	most: number,
): DimensionValue[] => {
	const ranks = new Map<string, number>();
	const known = values.flatMap(({ dimension, value, sums }) =>
		dimension === undefined ? [] : [{ dimension, value, evidence: evidenceOf(sums, whole) }],
	);
	return known
		.sort((one, other) => other.evidence - one.evidence)
		.map((one) => {
			const rank = ranks.get(one.dimension) ?? 0;
			ranks.set(one.dimension, rank + 1);
			return { ...one, isFirst: rank < 2 };
		})
		.sort((one, other) => Number(other.isFirst) - Number(one.isFirst))
		.slice(0, most)
		.map(({ dimension, value }) => ({ dimension, value }));
};

interface Scored {
	places: readonly number[];
	sums: Pair;
	evidence: number;
	/** Of its dimensions in the metric's order. */
	order: number;
}

const FIELDS = 6;

/** The sums of every value, and of every pair of values of two dimensions, among some units: values first. */
const sumsByPlaces = (
	rows: readonly Combination[],
	size: number,
): { places: readonly number[]; sums: Pair }[] => {
	// In one list of numbers, because there are thousands of pairs and many rows.
	const all = new Float64Array(size * (size + 1) * FIELDS);
	const add = (key: number, { from, to }: Pair) => {
		const at = key * FIELDS;
		all[at] = (all[at] ?? 0) + from.n;
		all[at + 1] = (all[at + 1] ?? 0) + from.d;
		all[at + 2] = (all[at + 2] ?? 0) + from.n2;
		all[at + 3] = (all[at + 3] ?? 0) + to.n;
		all[at + 4] = (all[at + 4] ?? 0) + to.d;
		all[at + 5] = (all[at + 5] ?? 0) + to.n2;
	};
	for (const { has, sums } of rows)
		for (let first = 0; first < has.length; first++) {
			const row = (has[first] ?? 0) * (size + 1);
			add(row + size, sums);
			for (let second = first + 1; second < has.length; second++)
				add(row + (has[second] ?? 0), sums);
		}
	const sumsAt = (one: number, other: number): Pair => {
		const at = (one * (size + 1) + other) * FIELDS;
		const [n = 0, d = 0, n2 = 0, toN = 0, toD = 0, toN2 = 0] = all.subarray(at, at + FIELDS);
		return { from: { n, d, n2 }, to: { n: toN, d: toD, n2: toN2 } };
	};
	const found: { places: readonly number[]; sums: Pair }[] = [];
	for (let one = 0; one < size; one++) found.push({ places: [one], sums: sumsAt(one, size) });
	for (let one = 0; one < size; one++)
		for (let other = one + 1; other < size; other++) {
			const sums = sumsAt(one, other);
			if (sums.from.d + sums.to.d > 0) found.push({ places: [one, other], sums });
		}
	return found;
};

const bestOf = (scored: readonly Scored[]): Scored | undefined => {
	const most = Math.max(...scored.map(({ evidence }) => evidence));
	const alike = scored.filter(({ evidence }) => evidence >= most * ALIKE);
	alike.sort(
		(one, other) =>
			one.places.length - other.places.length ||
			one.order - other.order ||
			other.evidence - one.evidence,
	);
	return alike[0];
};

/**
 * Chooses disjoint segments that explain the change of a count, one after the other: what a segment takes belongs to no
 * later one.
 * @param whole the sums of all units; what the combinations lack has none of the values
 * @param dimensions in their order of preference where nothing else decides
 */
export const chooseSegments = (
	values: readonly DimensionValue[],
	combinations: readonly Combination[],
	{ whole, dimensions }: { whole: Pair; dimensions: readonly string[] },
): ChosenSegment[] => {
	const size = values.length;
	const change = Math.abs(whole.to.n - whole.from.n);
	const orderOf = (places: readonly number[]) =>
		places.reduce((sum, place) => sum + dimensions.indexOf(values[place]?.dimension ?? ""), 0);
	const chosen: ChosenSegment[] = [];
	let rows = combinations;
	let left = whole;
	while (chosen.length < MOST_SEGMENTS) {
		const scored: Scored[] = [];
		const singles = new Map<number, number>();
		for (const { places, sums } of sumsByPlaces(rows, size)) {
			const evidence = evidenceOf(sums, left);
			const [one = 0, other] = places;
			if (other === undefined) singles.set(one, evidence);
			else {
				const least = Math.max(singles.get(one) ?? 0, singles.get(other) ?? 0);
				if (evidence < least * MORE_THAN_SINGLE + 1) continue;
			}
			if (evidence < LEAST_EVIDENCE) continue;
			if (Math.abs(beyondExpected(sums, left)) < LEAST_SHARE * change) continue;
			scored.push({ places, sums, evidence, order: orderOf(places) });
		}
		const best = bestOf(scored);
		if (!best) break;
		chosen.push({
			values: best.places.flatMap((place) => values[place] ?? []),
			sums: best.sums,
		});
		rows = rows.filter(({ has }) => !best.places.every((place) => has.includes(place)));
		left = minus(left, best.sums);
	}
	return chosen;
};
