import { refusedParameters } from "@footfall/shared/api-error";
import type { Area } from "@footfall/shared/areas";
import { unknownName } from "@footfall/shared/nearest-name";
import type { SessionColumn } from "@footfall/store";
import { type ErrorGroups, groupsOfSite } from "../errors/error-groups.ts";
import { MESSAGE, ofErrors } from "../errors/one-error.ts";
import { conversionOfGoal, converts } from "../goals/conversion.ts";
import { convertedAmount, HAS_MONEY, orNothing, ticksOf } from "../money/converted-amount.ts";
import type { OfInstant } from "../query/bucket.ts";
import { hasEventFilters } from "../query/report-query.ts";
import type { MetricType } from "../question/metric.ts";
import { type Money, moneyOf } from "../question/money-metrics.ts";
import type { ReportContext } from "../report/report.ts";
import { DURATION_MS } from "../source/rows.ts";
import type { Source } from "../source/source.ts";
import { type Units, unitsOfEvents, unitsOfSessions, unitsOfUsers, unitsOfViews } from "./units.ts";

/** A metric whose change can be explained. */
export interface ChangedMetric {
	/** As it was asked for. */
	name: string;
	/** Its name without an argument. */
	kind: string;
	type: MetricType;
	/** A rate is the quotient of two sums, a count a single sum. */
	isRate: boolean;
	/** What the sum or the quotient is multiplied by. */
	scale: number;
	/** The goal's name, or that of the event. */
	subject?: string;
	/** ISO 4217, of amounts. */
	currency?: string;
	/** Whether a unit is one of a period: people count in each period on their own. */
	isPerPeriod?: boolean;
	dimensions(source: Source): readonly string[];
	units: Units;
	/** SQL for sums `n`, `d` and `n2`, the sum of squares, by `span`, SQL over an instant; from the units unless given. */
	spans?(source: Source, spanOf: OfInstant): string;
}

/** Where nothing else decides, the segment of the dimension that stands first is told. */
const OF_SESSIONS: readonly string[] = [
	...["country", "utm_campaign", "channel", "referrer", "utm_source", "utm_medium"],
	...["entry_page", "device_type", "browser", "operating_system", "browser_version"],
	...["operating_system_version", "region", "city", "language", "utm_content", "utm_term"],
	...["app_version", "asn_org"],
];
const OF_EVENTS: readonly string[] = ["pathname", "hostname"];

const ofSessions = (source: Source) =>
	hasEventFilters(source.querySql) ? OF_SESSIONS : [...OF_SESSIONS, "hostname"];

/** Sums by span of who was active, and of the pages that they viewed. */
const spansOfActivity =
	(n: string): NonNullable<ChangedMetric["spans"]> =>
	(source, spanOf) =>
		`
    SELECT bucket AS span, toInt64(${n}) AS n, toInt64(${n}) AS d, toFloat64(${n}) AS n2
    FROM (${source.activity(spanOf)})
    GROUP BY span`;

type Described = Omit<ChangedMetric, "name" | "kind">;

const ratePerSession = (
	n: string,
	{
		type,
		scale,
		columns = [],
	}: Pick<Described, "type" | "scale"> & { columns?: readonly SessionColumn[] },
): Described => ({
	...{ type, scale, isRate: true },
	dimensions: ofSessions,
	units: unitsOfSessions(() => n, columns),
});

const PLAIN: Readonly<Record<string, Described>> = {
	sessions: {
		...{ type: "count", scale: 1, isRate: false },
		dimensions: ofSessions,
		units: unitsOfSessions(() => "1"),
	},
	users: {
		...{ type: "count", scale: 1, isRate: false },
		isPerPeriod: true,
		dimensions: () => OF_SESSIONS,
		units: unitsOfUsers,
		spans: spansOfActivity("uniqExact(person)"),
	},
	pageviews: {
		...{ type: "count", scale: 1, isRate: false },
		dimensions: () => [...OF_SESSIONS, "pathname"],
		units: unitsOfViews,
		spans: spansOfActivity("sum(pageviews)"),
	},
	bounce_rate: ratePerSession("pageviews = 1", { type: "percent", scale: 100 }),
	session_duration: ratePerSession(DURATION_MS, {
		type: "seconds",
		scale: 1 / 1000,
		columns: ["ended"],
	}),
	views_per_session: ratePerSession("pageviews", { type: "number", scale: 1 }),
};

interface Asked {
	eventName: string | undefined;
	errorId: string | undefined;
}

interface AskedErrors extends Asked {
	groups: ErrorGroups;
}

const ofEvents = ({ eventName }: Asked): Described => ({
	...{ type: "count", scale: 1, isRate: false },
	...(eventName !== undefined && { subject: eventName }),
	dimensions: () => [
		...(eventName === undefined ? ["event_name"] : []),
		...OF_SESSIONS,
		...OF_EVENTS,
	],
	units: unitsOfEvents({
		rows: ({ querySql }) =>
			eventName === undefined
				? "type = 'custom_event'"
				: `type = 'custom_event' AND event_name = ${querySql.bind(eventName, "String")}`,
		own: { event_name: "event_name" },
	}),
});

/** The dimension of errors, by their messages. */
export const ERROR_DIMENSION = "error";

const errors = ({ errorId, groups }: AskedErrors): Described => ({
	...{ type: "count", scale: 1, isRate: false },
	dimensions: () => [
		...(errorId === undefined ? [ERROR_DIMENSION] : []),
		...["release", ...OF_SESSIONS, ...OF_EVENTS],
	],
	units: unitsOfEvents({
		rows: ({ querySql }) => `type = 'error' AND ${ofErrors({ errorId }, querySql, groups)}`,
		own: { [ERROR_DIMENSION]: `substringUTF8(${MESSAGE}, 1, 300)` },
	}),
});

const amountsOf = (money: Money, isCounted: boolean): Described => {
	const amountIn = ({ querySql }: Source) =>
		money === "own"
			? "toNullable(toDecimal128(revenue, 4))"
			: convertedAmount(money, querySql.bind);
	return {
		...(money !== "own" && !isCounted && { currency: money.currency }),
		...{ type: isCounted ? "count" : "money", scale: isCounted ? 1 : 1 / 10_000, isRate: false },
		dimensions: () => [...OF_SESSIONS, ...OF_EVENTS],
		units: unitsOfEvents({
			rows: (source) =>
				isCounted ? `${HAS_MONEY} AND revenue > 0 AND isNotNull(${amountIn(source)})` : HAS_MONEY,
			n: (source) => (isCounted ? "1" : ticksOf(orNothing(amountIn(source)))),
		}),
	};
};

/** Every metric whose change can be explained. */
export const CHANGED_METRICS: readonly string[] = [
	...Object.keys(PLAIN),
	...["events", "errors", "revenue", "orders", "conversions(…)", "conversion_rate(…)"],
];

/**
 * @param text such as `sessions` or `conversions(12)`
 * @throws ApiError that names an unknown metric, and the known one that is probably meant
 */
export const changedMetricOf = async (
	text: string,
	{ site, goals, errorAliases }: Pick<ReportContext, "site" | "goals" | "errorAliases">,
	asked: Asked,
): Promise<ChangedMetric> => {
	const [, kind = "", goalId] = /^(\w+)(?:\((\d{1,15})\))?$/.exec(text) ?? [];
	const named = { name: text, kind };
	const plain = Object.hasOwn(PLAIN, kind) ? PLAIN[kind] : undefined;
	const isOfGoal = kind === "conversions" || kind === "conversion_rate";
	if (goalId !== undefined && !isOfGoal && (plain || CHANGED_METRICS.includes(kind)))
		throw refusedParameters(`The metric ${kind} has no argument: use ${kind}`);
	if (plain) return { ...named, ...plain };
	if (kind === "events") return { ...named, ...ofEvents(asked) };
	if (kind === "errors") {
		const groups = await groupsOfSite({ site, errorAliases });
		return { ...named, ...errors({ ...asked, groups }) };
	}
	if (kind === "revenue" || kind === "orders") {
		const money = moneyOf({ site }, { metrics: [kind], dimensions: [] }) ?? "own";
		return { ...named, ...amountsOf(money, kind === "orders") };
	}
	if (!isOfGoal)
		throw refusedParameters(
			unknownName("metric", text, [...CHANGED_METRICS, "conversions", "conversion_rate"]),
			`metric: ${CHANGED_METRICS.join(", ")}`,
		);
	if (goalId === undefined)
		throw refusedParameters(
			`The metric ${kind} needs an argument: the id of a goal, as in ${kind}(12)`,
		);
	const goal = await goals.one(site.siteId, goalId);
	const isRate = kind === "conversion_rate";
	return {
		...named,
		...{ type: isRate ? "fraction" : "count", scale: 1, isRate },
		subject: goal.name ?? `${goal.goalId}`,
		dimensions: ofSessions,
		units: unitsOfSessions(
			({ querySql: { around, bind } }) =>
				`session_id IN (SELECT session_id FROM events WHERE ${around} AND ${converts(conversionOfGoal(goal), bind)})`,
		),
	};
};

/** What an explanation shows, for checks of who may see it. */
export const shownBy = ({ metric }: { metric?: string | undefined }) => {
	const kind = /^\w+/.exec(metric ?? "")?.[0] ?? "";
	const isOfRows = ["events", "errors", "revenue", "orders"].includes(kind);
	const areas: Area[] = [
		...(kind.startsWith("conver") ? (["goals"] as const) : []),
		...(kind === "events" || kind === "errors" ? ([kind] as const) : []),
	];
	return { dimensions: [...OF_SESSIONS, ...(isOfRows ? OF_EVENTS : [])], areas };
};
