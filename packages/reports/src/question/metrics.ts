import { type ApiError, refusedParameters } from "@footfall/shared/api-error";
import type { Area } from "@footfall/shared/areas";
import { unknownName } from "@footfall/shared/nearest-name";
import type { Goal, Goals } from "../definitions/goal.ts";
import { conversionOfGoal, converts } from "../goals/conversion.ts";
import { goalValue } from "../goals/goal-value.ts";
import { ticksOf } from "../money/converted-amount.ts";
import { LEVELS } from "../performance/performance.ts";
import { THRESHOLDS } from "../performance/ratings.ts";
import { dimensionOf } from "../query/dimensions.ts";
import type { QuerySql } from "../query/report-query.ts";
import { VITALS } from "../report/attributes.ts";
import { column, type Described, type Metric, type MetricColumn, ratio } from "./metric.ts";
import {
	amountOfTicksSql,
	GOAL_VALUE,
	lookedUp,
	MONEY_NAMES,
	type Money,
	moneyMetrics,
} from "./money-metrics.ts";
import { PLAIN_METRICS, SESSIONS } from "./plain-metrics.ts";

const vitalMetric = (vital: (typeof VITALS)[number], level: keyof typeof LEVELS): Described => {
	const share = LEVELS[level];
	const measured = `type = 'performance' AND isNotNull(events.${vital})`;
	const name = `${vital}_${level}`;
	return {
		family: "events",
		rows: () => "type = 'performance'",
		columns: [
			column(
				name,
				`if(countIf(${measured}) = 0, NULL, quantileExactInclusiveIf(${share})(events.${vital}, ${measured}))`,
				true,
			),
		],
		value: `c_${name}`,
		isMeasured: true,
		type: vital === "cls" ? "number" : "milliseconds",
		definition: `${vital.toUpperCase()}: ${share * 100} % of the measurements are at most this high.`,
		areas: ["performance"],
	};
};

const goodShare = (vital: (typeof VITALS)[number]): Described => {
	const measured = `type = 'performance' AND isNotNull(events.${vital})`;
	const [good] = THRESHOLDS[vital];
	return {
		family: "events",
		rows: () => "type = 'performance'",
		columns: [
			column(`${vital}_measured`, `countIf(${measured})`),
			column(`${vital}_good`, `countIf(${measured} AND events.${vital} <= ${good})`),
		],
		value: `if(c_${vital}_measured = 0, NULL, floor(c_${vital}_good * 10000 / c_${vital}_measured + 0.5) / 100)`,
		isMeasured: true,
		type: "percent",
		definition: `Measurements of ${vital.toUpperCase()} of at most ${good}${vital === "cls" ? "" : " ms"}, in percent of all.`,
		areas: ["performance"],
	};
};

const measurementsOf = (vital: (typeof VITALS)[number]): Described => ({
	family: "events",
	rows: () => "type = 'performance'",
	columns: [
		column(`${vital}_measured`, `countIf(type = 'performance' AND isNotNull(events.${vital}))`),
	],
	value: `c_${vital}_measured`,
	type: "count",
	definition: `Measurements of ${vital.toUpperCase()} in the range.`,
	areas: ["performance"],
});

/** What is computed of the numbers in a property. */
const NUMERIC: Readonly<Record<string, { sql: string; of: string; isSum?: true }>> = {
	sum: { sql: "sum", of: "The sum", isSum: true },
	avg: { sql: "avg", of: "The mean" },
	min: { sql: "min", of: "The minimum" },
	max: { sql: "max", of: "The maximum" },
	median: { sql: "quantileExactInclusive(0.5)", of: "The median" },
	p90: { sql: "quantileExactInclusive(0.9)", of: "The 90th percentile" },
};

/** @param place of the metric among those asked for, for names of columns */
const numericMetric = (kind: string, key: string, place: number): Described => {
	const { sql, of, isSum } = NUMERIC[kind] ?? { sql: kind, of: kind };
	const name = `number_${place}`;
	const numberIn = ({ bind }: QuerySql) =>
		`toFloat64OrNull(${dimensionOf(`prop:${key}`)?.sql(bind)})`;
	const known = (querySql: QuerySql) => `isFinite(ifNull(${numberIn(querySql)}, nan))`;
	const aggregate = (querySql: QuerySql) => {
		const [call, parameters = ""] = sql.split(/(?=\()/);
		const condition = `type = 'custom_event' AND ${known(querySql)}`;
		const value = `${call}If${parameters}(assumeNotNull(${numberIn(querySql)}), ${condition})`;
		return isSum ? value : `if(countIf(${condition}) = 0, NULL, ${value})`;
	};
	return {
		family: "events",
		rows: () => "type = 'custom_event'",
		columns: [{ name: `c_${name}`, sql: aggregate, ...(!isSum && { isNullable: true as const }) }],
		value: `c_${name}`,
		...(!isSum && { isMeasured: true as const }),
		type: "number",
		definition: `${of} of the numbers in the property ${key} of custom events.`,
		areas: ["events"],
	};
};

const goalMetric = (goal: Goal, isRate: boolean): Described => {
	const name = `c_goal_${goal.goalId}`;
	const reached: MetricColumn = {
		name,
		sql: ({ around, bind }) =>
			`countIf(session_id IN (SELECT session_id FROM events WHERE ${around} AND ${converts(conversionOfGoal(goal), bind)}))`,
	};
	const title = goal.name ?? `goal ${goal.goalId}`;
	return {
		family: "sessions",
		columns: isRate ? [SESSIONS, reached] : [reached],
		value: isRate ? ratio(name, "c_sessions") : name,
		type: isRate ? "fraction" : "count",
		definition: isRate
			? `The share of sessions that reached ${title}.`
			: `Sessions that reached ${title}.`,
		areas: ["goals"],
	};
};

/** What a goal is worth in the sessions that began in the range, as in the list of goals. */
const goalValueMetric = (goal: Goal, money: Money): Described => {
	const name = `c_value_${goal.goalId}`;
	const title = goal.name ?? `goal ${goal.goalId}`;
	const valued: MetricColumn = {
		name,
		sql: ({ around, bind }) => {
			const reached = `(${converts(conversionOfGoal(goal), bind)})`;
			const value = money === "own" ? undefined : goalValue(goal, money, { reached, bind });
			if (value === undefined)
				throw refusedParameters(`${title} has no value: give it one to ask for conversion_value`);
			return `sum(toInt128(${lookedUp(
				"session_id",
				`SELECT session_id, toInt64(${ticksOf(value)})
        FROM events
        WHERE ${around}
        GROUP BY session_id`,
			)}))`;
		},
	};
	return {
		family: "sessions",
		columns: [valued],
		value: amountOfTicksSql(name),
		type: "money",
		definition: `What the sessions that reached ${title} are worth.`,
		areas: ["goals"],
	};
};

const ARGUMENT: Readonly<Record<string, string>> = {
	...{ conversions: "the id of a goal", conversion_rate: "the id of a goal" },
	[GOAL_VALUE]: "the id of a goal with a value",
	...Object.fromEntries(
		Object.keys(NUMERIC).map((name) => [name, "the key of a property, such as price"]),
	),
	good_share: `one of ${VITALS.join(", ")}`,
	measurements: `one of ${VITALS.join(", ")}`,
};

/** Every name of a metric, those with an argument as `sum(…)`. */
export const METRIC_NAMES: readonly string[] = [
	...Object.keys(PLAIN_METRICS),
	...MONEY_NAMES,
	...VITALS,
	...Object.keys(ARGUMENT).map((name) => `${name}(…)`),
];

const definitionsOf = (described: Readonly<Record<string, Described>>) =>
	Object.entries(described).map(([name, { definition }]) => [name, definition]);

/** Metric → what it counts; of those with an argument, what that is. */
export const METRIC_DEFINITIONS: Readonly<Record<string, string>> = Object.fromEntries([
	...definitionsOf(PLAIN_METRICS),
	...definitionsOf(moneyMetrics("own")),
	...VITALS.map((vital) => [vital, vitalMetric(vital, "p75").definition]),
	...VITALS.map((vital) => [`good_share(${vital})`, goodShare(vital).definition]),
	...VITALS.map((vital) => [`measurements(${vital})`, measurementsOf(vital).definition]),
	["conversions(id)", "Sessions that reached the goal with this id."],
	["conversion_rate(id)", "The share of sessions that reached the goal with this id, 0 to 1."],
	[`${GOAL_VALUE}(id)`, "What the sessions that reached the goal with this id are worth."],
	...Object.entries(NUMERIC).map(([name, { of }]) => [
		`${name}(key)`,
		`${of} of the numbers in a property of custom events.`,
	]),
]);

const isVital = (name: string | undefined): name is (typeof VITALS)[number] =>
	VITALS.some((vital) => vital === name);

const isLevel = (name: string): name is keyof typeof LEVELS => Object.hasOwn(LEVELS, name);

/** Every metric whose name has no argument. */
const BARE = [...Object.keys(PLAIN_METRICS), ...MONEY_NAMES];

const unknownMetric = (name: string): ApiError =>
	refusedParameters(
		unknownName("metric", name, [...BARE, ...VITALS, ...Object.keys(ARGUMENT)]),
		`metrics: ${METRIC_NAMES.join(", ")}`,
	);

/** A metric by its name, such as `sessions`, `lcp:p90` or `conversions(12)`. @throws ApiError for an unknown one */
const describedBy = async (
	text: string,
	place: number,
	{ goalOf, money }: { goalOf: (reference: string) => Promise<Goal>; money: Money },
): Promise<Described> => {
	const [, name = "", argument, level] = /^([\w]+)(?:\((.{1,256})\)|:(\w+))?$/su.exec(text) ?? [];
	const isBare = argument === undefined && level === undefined;
	if (isBare && Object.hasOwn(PLAIN_METRICS, name)) return PLAIN_METRICS[name] as Described;
	const ofMoney = isBare && MONEY_NAMES.includes(name) ? moneyMetrics(money)[name] : undefined;
	if (ofMoney) return ofMoney;
	if (isVital(name) && argument === undefined) {
		const known = level ?? "p75";
		if (!isLevel(known))
			throw refusedParameters(
				`Unknown percentile "${known.slice(0, 100)}" of ${name}: use ${Object.keys(LEVELS).join(", ")}`,
			);
		return vitalMetric(name, known);
	}
	if (!Object.hasOwn(ARGUMENT, name)) {
		if (BARE.includes(name))
			throw refusedParameters(`The metric ${name} has no argument: use ${name}`);
		throw unknownMetric(text);
	}
	if (argument === undefined)
		throw refusedParameters(
			`The metric ${name} needs an argument: ${ARGUMENT[name]}, as in ${name}(…)`,
		);
	if (Object.hasOwn(NUMERIC, name)) return numericMetric(name, argument, place);
	if (name === GOAL_VALUE) return goalValueMetric(await goalOf(argument), money);
	if (name !== "good_share" && name !== "measurements")
		return goalMetric(await goalOf(argument), name === "conversion_rate");
	if (isVital(argument))
		return name === "good_share" ? goodShare(argument) : measurementsOf(argument);
	throw refusedParameters(
		unknownName("web vital", argument, VITALS),
		`${name}: one of ${VITALS.join(", ")}`,
	);
};

/** @throws ApiError that names an unknown metric, and the known one that is probably meant */
export const metricsOf = (
	names: readonly string[],
	{ goals, siteId, money = "own" }: { goals: Goals; siteId: number; money?: Money | undefined },
): Promise<Metric[]> =>
	Promise.all(
		names.map(async (name, place) => ({
			name,
			...(await describedBy(name, place, {
				goalOf: (reference) => goals.one(siteId, reference),
				money,
			})),
		})),
	);

/** The areas that show a metric, for checks before it is asked for. */
export const areasOfMetric = (text: string): readonly Area[] => {
	const name = /^\w+/.exec(text)?.[0] ?? "";
	if (BARE.includes(name)) return PLAIN_METRICS[name]?.areas ?? [];
	if (isVital(name) || name === "good_share" || name === "measurements") return ["performance"];
	return Object.hasOwn(NUMERIC, name) ? ["events"] : ["goals"];
};
