import { rateOf, type Sums } from "./sums.ts";

const COEFFICIENTS = [
	...[76.18009172947146, -86.50532032941678, 24.01409824083091],
	...[-1.231739572450155, 0.001208650973866179, -0.000005395239384953],
];

/** The logarithm of the gamma function, after Lanczos. */
const logGamma = (x: number): number => {
	const base = x + 5.5 - (x + 0.5) * Math.log(x + 5.5);
	const series = COEFFICIENTS.reduce(
		(sum, coefficient, index) => sum + coefficient / (x + 1 + index),
		1.000000000190015,
	);
	return Math.log((2.5066282746310007 * series) / x) - base;
};

/** The probability that a normal variable is at least this many standard deviations from its mean, on both sides. */
const beyondNormal = (deviations: number): number => {
	// Abramowitz and Stegun 7.1.26, for the error function.
	const x = Math.abs(deviations) / Math.SQRT2;
	const t = 1 / (1 + 0.3275911 * x);
	const polynomial =
		t *
		(0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
	return Math.min(1, polynomial * Math.exp(-x * x));
};

/** Beyond it, sums of single probabilities take long and differ little from the normal distribution. */
const MOST_SUMMED = 3000;

/**
 * The probability of a number as far from the mean, on either side, under a negative binomial distribution; a Poisson
 * distribution if the variance is not above the mean.
 */
export const beyondNegativeBinomial = (
	observed: number,
	mean: number,
	variance: number,
): number => {
	if (mean <= 0) return observed === 0 ? 1 : 0;
	const excess = variance - mean;
	const isPoisson = excess < mean * 1e-6;
	if (Math.max(observed, mean) > MOST_SUMMED) {
		const distance = Math.max(0, Math.abs(observed - mean) - 0.5);
		return beyondNormal(distance / Math.sqrt(Math.max(variance, mean)));
	}
	const size = isPoisson ? 0 : (mean * mean) / excess;
	const logProbability = (k: number) =>
		isPoisson
			? k * Math.log(mean) - mean - logGamma(k + 1)
			: logGamma(k + size) -
				logGamma(size) -
				logGamma(k + 1) +
				size * Math.log(size / (size + mean)) +
				k * Math.log(mean / (size + mean));
	const whole = Math.round(observed);
	let below = 0;
	for (let k = 0; k < whole; k++) below += Math.exp(logProbability(k));
	const at = Math.exp(logProbability(whole));
	return Math.min(1, 2 * Math.min(below + at, Math.max(0, 1 - below)));
};

const LEAST_SPANS = 3;

/** Mean and variance of what is expected next, from some weeks; of more than five, the oddest is left out. */
const fitOf = (values: readonly number[]): { mean: number; variance: number } => {
	const sorted = [...values].sort((one, other) => one - other);
	const median = ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
	const byDistance = [...values].sort(
		(one, other) => Math.abs(one - median) - Math.abs(other - median),
	);
	const kept = values.length > 5 ? byDistance.slice(0, -1) : byDistance;
	const count = kept.length;
	const mean = kept.reduce((sum, one) => sum + one, 0) / count;
	const scatter = kept.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (count - 1);
	// What is expected next varies around an estimate of few weeks: as Student's distribution is wider than the normal one.
	const wider = ((count + 1) / count) * (count > 3 ? (count - 1) / (count - 3) : 3);
	return { mean, variance: scatter * wider };
};

/** The size of a unit, which varies more than single units do. */
const sizeOf = ({ n, n2 }: Sums) => (n > 0 ? n2 / n : 1);

const chanceOfCount = (observed: Sums, spans: readonly Sums[]): number => {
	const { mean, variance } = fitOf(spans.map(({ n }) => n));
	const size = Math.max(1, sizeOf(observed));
	// In units of the usual size, so that amounts are numbers of orders.
	return beyondNegativeBinomial(
		observed.n / size,
		mean / size,
		Math.max(variance / (size * size), mean / size),
	);
};

const varianceOfRate = ({ n, d, n2 }: Sums): number =>
	d === 0 ? Number.POSITIVE_INFINITY : Math.max(0, n2 / d - (n / d) ** 2) / d;

const chanceOfRate = (observed: Sums, spans: readonly Sums[]): number => {
	const { mean, variance } = fitOf(spans.map(rateOf));
	const least = Math.max(variance, varianceOfRate(observed));
	return least === 0
		? Number(rateOf(observed) === mean)
		: beyondNormal((rateOf(observed) - mean) / Math.sqrt(least));
};

/** Without weeks to compare with: whether both are likely to have the same expectation. */
const chanceOfPair = (from: Sums, to: Sums, isRate: boolean, lengths: number): number => {
	if (isRate) {
		const variance = varianceOfRate(from) + varianceOfRate(to);
		if (!Number.isFinite(variance)) return 1;
		return variance === 0
			? Number(rateOf(from) === rateOf(to))
			: beyondNormal((rateOf(to) - rateOf(from)) / Math.sqrt(variance));
	}
	const variance = from.n2 * lengths * lengths + to.n2;
	return variance === 0 ? 1 : beyondNormal((to.n - from.n * lengths) / Math.sqrt(variance));
};

/**
 * How probable a change at least as large is without a cause: whether either period is unusual among the same days and
 * hours of the last weeks, or the two differ if too few weeks are known.
 * @param spans the same days and hours of weeks before, neither of the periods among them
 * @param lengths how many times as long the range is as the other period
 */
export const chanceOf = (
	{ from, to }: { from: Sums; to: Sums },
	spans: readonly Sums[],
	{ isRate, lengths }: { isRate: boolean; lengths: number },
): number => {
	const known = isRate ? spans.filter(({ d }) => d > 0) : spans;
	if (known.length < LEAST_SPANS) return chanceOfPair(from, to, isRate, lengths);
	const chance = isRate ? chanceOfRate : chanceOfCount;
	const ofRange = chance(to, known);
	if (lengths !== 1) return ofRange;
	return Math.min(1, 2 * Math.min(ofRange, chance(from, known)));
};
