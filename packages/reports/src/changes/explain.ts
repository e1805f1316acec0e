import { refusedParameters } from "@footfall/shared/api-error";
import type { Beside, BesideProvider, Stretch } from "../definitions/beside.ts";
import { bucketsOf } from "../query/bucket.ts";
import { type Comparison, comparisonOf } from "../query/comparison.ts";
import { instantAtWall } from "../query/time-zone.ts";
import type { ReportContext } from "../report/report.ts";
import { chanceOf } from "./chance.ts";
import { departureOf, type SeriesPoint } from "./change-point.ts";
import { type ChangedMetric, changedMetricOf } from "./changed-metric.ts";
import { candidatesOf, chooseSegments } from "./choose-segments.ts";
import { eventsBeside } from "./events-beside.ts";
import type { Explanation, Language, Segment } from "./explanation.ts";
import { sentencesOf } from "./sentences.ts";
import { chooseRateSegments, splitRate } from "./split-rate.ts";
import {
	type BucketSums,
	combinationsOf,
	type DimensionValue,
	MOST_CANDIDATES,
	openPeriods,
	type Periods,
	sampled,
	seriesOf,
	valueSumsOf,
	wholeOf,
} from "./statements.ts";
import { NO_UNITS, type Pair, rateOf, type Sums } from "./sums.ts";
import { usualSums } from "./usual-spans.ts";

/** What is to be explained. */
export interface ChangeQuestion {
	/** Such as `sessions` or `conversions(12)`; `CHANGED_METRICS` lists them. */
	metric: string;
	/** As the parameter of that name; `previous` unless given. */
	compare?: string | undefined;
	match_weekdays?: string | undefined;
	/** Of the metric `events`: only those of this name. */
	eventName?: string | undefined;
	/** Of the metric `errors`: only this one. */
	errorId?: string | undefined;
	/** Of sessions or users: their numbers in both periods, for a caller who has counted them already. */
	known?: { from: number; to: number } | undefined;
	/** Whether only the sentences are of interest: what lies beside a change that is no more than usual is left out. */
	onlySentences?: boolean | undefined;
	language: Language;
}

export type ChangeContext = Pick<
	ReportContext,
	"runSql" | "site" | "goals" | "query" | "now" | "isMember" | "errorAliases"
> & { beside?: readonly BesideProvider[] | undefined };

/** Above it, a change is no more than usual. */
const USUAL = 0.05;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Up to this length, a change is dated by the hour. */
const MOST_MS_OF_HOURS = 3 * DAY_MS;
const MOST_BESIDE = 20;

interface Chosen {
	values: readonly DimensionValue[];
}

/** Where segments are that explain a change. One statement or two. */
const chosenOf = async (periods: Periods): Promise<readonly Chosen[]> => {
	const { metric, dimensions } = periods;
	const values = await valueSumsOf(periods);
	const whole = values.find(({ dimension }) => dimension === undefined)?.sums ?? NO_UNITS;
	if (metric.isRate) return chooseRateSegments(values, whole, dimensions);
	const candidates = candidatesOf(values, whole, MOST_CANDIDATES);
	if (candidates.length === 0) return [];
	const combinations = await combinationsOf(periods, candidates);
	return chooseSegments(candidates, combinations, { whole, dimensions });
};

const sumsIn = (series: readonly BucketSums[], period: "from" | "to"): Sums => {
	const sum = (name: "n" | "d") =>
		series.reduce((all, one) => all + (one.period === period ? one[name] : 0), 0);
	return { n: sum("n"), d: sum("d"), n2: 0 };
};

const dayOf = (time: string) => new Date(`${time.slice(0, 10)}T00:00:00Z`).getUTCDay();

/** When a segment departs: the start of a bucket on the wall clock, and the instant. */
const sinceOf = (
	series: readonly BucketSums[],
	{ metric, from, to }: Periods,
	bucket: "hour" | "day",
): { time: string; at: number } | null => {
	const times = {
		from: bucketsOf(from.period, bucket) ?? [],
		to: bucketsOf(to.period, bucket) ?? [],
	};
	const byTime = new Map(series.map((one) => [`${one.period} ${one.time}`, one]));
	const isLong = times.from.length + times.to.length >= (bucket === "day" ? 14 : 48);
	const points = (["from", "to"] as const).flatMap((period) =>
		times[period].map((time): SeriesPoint & { time: string } => {
			const { n = 0, d = 0 } = byTime.get(`${period} ${time}`) ?? {};
			const phase = bucket === "day" ? dayOf(time) : Number(time.slice(11, 13));
			return { time, phase: isLong ? phase : 0, value: metric.isRate ? (d === 0 ? 0 : n / d) : n };
		}),
	);
	const place = departureOf(points, times.from.length);
	const found = place === undefined ? undefined : points[place];
	if (!found) return null;
	const wall = Date.parse(`${found.time.replace(" ", "T")}Z`);
	return { time: found.time, at: instantAtWall(wall, to.period.timeZone) };
};

const shareOf = (part: number, whole: number) => (whole === 0 ? null : part / whole);

/** The segments with their exact sums, which one more statement reads together with their series. */
const segmentsOf = async (
	periods: Periods,
	chosen: readonly Chosen[],
	{ whole, bucket }: { whole: Pair; bucket: "hour" | "day" },
): Promise<{ segment: Segment; at: number | undefined }[]> => {
	if (chosen.length === 0) return [];
	const { metric } = periods;
	const difference = figureOf(metric, whole.to) - figureOf(metric, whole.from);
	const series = await seriesOf(
		periods,
		chosen.map(({ values }) => values),
		bucket,
	);
	return chosen.map(({ values }, place) => {
		const own = series.filter(({ segment }) => segment === place + 1);
		const sums: Pair = { from: sumsIn(own, "from"), to: sumsIn(own, "to") };
		const parts = metric.isRate ? splitRate(sums, whole) : undefined;
		const contribution = parts
			? (parts.mix + parts.rate) * metric.scale
			: figureOf(metric, { ...sums.to, n: sums.to.n - sums.from.n });
		const since = sinceOf(own, periods, bucket);
		return {
			at: since?.at,
			segment: {
				dimensions: Object.fromEntries(values.map(({ dimension, value }) => [dimension, value])),
				from: figureOf(metric, sums.from),
				to: figureOf(metric, sums.to),
				contribution,
				share: shareOf(contribution, difference),
				...(parts && { mix: parts.mix * metric.scale, rate: parts.rate * metric.scale }),
				since: since?.time ?? null,
			},
		};
	});
};

/** Amounts have four digits, which the quotient by a power of ten does not change. */
const figureOf = ({ isRate, scale }: ChangedMetric, sums: Sums): number => {
	if (isRate) return rateOf(sums) * scale;
	return scale < 1 ? sums.n / Math.round(1 / scale) : sums.n * scale;
};

/** Of the metric's units, so that no digit is lost: a difference of counts and amounts is one of whole numbers. */
const restOf = (
	metric: ChangedMetric,
	difference: number,
	segments: readonly Segment[],
): number => {
	const sum = segments.reduce((all, { contribution }) => all + contribution, 0);
	if (metric.isRate) return difference - sum;
	const units = (figure: number) => Math.round(figure / metric.scale);
	const rest = units(difference) - segments.reduce((all, one) => all + units(one.contribution), 0);
	return figureOf(metric, { n: rest, d: 1, n2: 0 });
};

const around = ({ from, to }: Stretch): Stretch => ({ from: from - DAY_MS, to: to + DAY_MS });

/** Whether it began within a day of where a segment departs; of a gap, whether it is in one of the periods at all. */
const isNearOne =
	(departures: readonly number[]) =>
	({ at, until, kind }: Beside): boolean =>
		departures.some(
			(one) =>
				Math.abs(Date.parse(at) - one) <= DAY_MS ||
				(kind === "gap" && until !== null && Math.abs(Date.parse(until) - one) <= DAY_MS),
		);

/** Those within a day of where a segment departs come first, then the latest. */
const byNearness = (found: readonly Beside[], isNear: (beside: Beside) => boolean): Beside[] =>
	[...found]
		.sort(
			(one, other) =>
				Number(isNear(other)) - Number(isNear(one)) || Date.parse(other.at) - Date.parse(one.at),
		)
		.slice(0, MOST_BESIDE);

const besideOf = async (
	context: ChangeContext,
	stretches: readonly Stretch[],
): Promise<Beside[]> => {
	const { site, isMember } = context;
	const asked = { site, stretches: stretches.map(around), isMember };
	const providers = [eventsBeside(context), ...(context.beside ?? [])];
	return (await Promise.all(providers.map((provider) => provider(asked)))).flat();
};

/** Of a number of units, each of which counts once. */
const plainSums = (count: number): Sums => ({ n: count, d: count, n2: count });

const iso = (instant: number) => new Date(instant).toISOString();

const comparisonFor = (question: ChangeQuestion, { query, now }: ChangeContext): Comparison => {
	const { compare = "previous", match_weekdays } = question;
	const comparison = comparisonOf({ compare, match_weekdays }, query, now);
	if (!comparison) throw refusedParameters("A change needs a period to compare with");
	return comparison;
};

/**
 * Explains the difference of a metric between a range and another period: which segments of all dimensions and pairs of
 * two contribute to it, and since when. Imported sums do not count.
 * @throws ApiError for a range without both ends, and for an unknown metric
 */
export const explainChange = async (
	context: ChangeContext,
	question: ChangeQuestion,
): Promise<Explanation> => {
	const { query, now } = context;
	const comparison = comparisonFor(question, context);
	const metric = await changedMetricOf(question.metric, context, {
		eventName: question.eventName || undefined,
		errorId: question.errorId || undefined,
	});
	const end = Math.min(query.period.to ?? now, now + 1);
	const range = { from: query.period.from ?? 0, to: Math.max(end, query.period.from ?? 0) };
	const own = { ...query, period: { ...query.period, ...range } };
	const other = comparison.query.period;
	const before = { from: other.from ?? 0, to: other.to ?? 0 };
	const periods = await openPeriods(context, metric, { from: comparison.query, to: own });
	const beside = () => besideOf(context, [before, range]);
	const { known, onlySentences = false } = question;
	const [whole, usual, foundAlready] = await Promise.all([
		known ? { from: plainSums(known.from), to: plainSums(known.to) } : wholeOf(periods),
		usualSums(context, metric, { query: own, other }),
		onlySentences ? undefined : beside(),
	]);
	const lengthOf = (one: Stretch) => one.to - one.from;
	// A change of the clock is no different length.
	const isAsLong = Math.abs(lengthOf(range) - lengthOf(before)) <= 2 * HOUR_MS;
	const lengths = isAsLong || lengthOf(before) === 0 ? 1 : lengthOf(range) / lengthOf(before);
	const chance = chanceOf(whole, usual, { isRate: metric.isRate, lengths });
	const difference =
		figureOf(metric, {
			...whole.to,
			n: whole.to.n - (metric.isRate ? 0 : whole.from.n),
		}) - (metric.isRate ? figureOf(metric, whole.from) : 0);
	const isUsual = chance > USUAL || difference === 0;
	const bucket = Math.max(lengthOf(range), lengthOf(before)) <= MOST_MS_OF_HOURS ? "hour" : "day";
	const found = foundAlready ?? (isUsual ? [] : await beside());
	const chosen = isUsual ? [] : await chosenOf(sampled(periods, whole));
	const segments = await segmentsOf(periods, chosen, { whole, bucket });
	const isNear = isNearOne(segments.flatMap(({ at }) => at ?? []));
	const nearest = byNearness(found, isNear);
	const shown = segments.map(({ segment }) => segment);
	const explanation: Omit<Explanation, "sentences"> = {
		metric: metric.name,
		type: metric.type,
		...(metric.currency !== undefined && { currency: metric.currency }),
		from: figureOf(metric, whole.from),
		to: figureOf(metric, whole.to),
		difference,
		range: { from: iso(range.from), to: iso(range.to) },
		comparison: comparison.range,
		time_zone: query.period.timeZone,
		bucket,
		segments: shown,
		rest: restOf(metric, difference, shown),
		chance,
		is_usual: isUsual,
		beside: nearest,
	};
	return {
		...explanation,
		sentences: sentencesOf(explanation, {
			language: question.language,
			compare: question.compare || "previous",
			kind: metric.kind,
			subject: metric.subject,
			days: query.period.days,
			near: nearest.find(isNear),
		}),
	};
};
