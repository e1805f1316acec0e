import { refusedParameters } from "@footfall/shared/api-error";
import { type SessionColumn, viewsFromSessionDays } from "@footfall/store";
import { BOTS, botsQuery } from "../bots/bot-requests.ts";
import { byReachedGoal } from "../goals/reached-goals.ts";
import type { UsedPast } from "../past/fit-past.ts";
import { BOT_BREAKDOWN_PARAMETERS } from "../query/dimensions.ts";
import { countedRows } from "../query/report-query.ts";
import { shownValueOf } from "../source/from-events.ts";
import { viewColumns } from "../source/rows.ts";
import { renamed } from "../source/source.ts";
import { activityPart, eventsPart } from "./activity.ts";
import { importedPart } from "./imported-days.ts";
import type { Key } from "./keys.ts";
import type { Metric, MetricColumn } from "./metric.ts";
import {
	columnsOf,
	grouped,
	isOfGoals,
	isOfSession,
	isViewed,
	type Part,
	type PartOf,
} from "./part.ts";

/** Figures of sessions that began in the range. */
const sessionsPart = (asked: PartOf, columns: readonly MetricColumn[]): Part => {
	const { source, keys, times } = asked;
	const dimensions = keys.filter((key) => key.kind === "session" || key.kind === "event");
	const viewed = keys.filter(isViewed);
	const isListed = keys.some(({ kind }) => kind === "event_name");
	const ofGoals = keys.find(isOfGoals);
	const needed: SessionColumn[] = [
		...new Set<SessionColumn>([
			...(["began", "ended", "pageviews"] as const),
			...viewed.map(({ texts }) => texts),
			...(isListed ? (["event_names"] as const) : []),
		]),
	];
	const values = keys.map((key, place) => {
		const time = times[place];
		if (time) return time("began");
		if (isViewed(key)) return viewed.length === 1 ? "viewed" : `viewed.${viewed.indexOf(key) + 1}`;
		if (key.kind === "event_name") return "one_name";
		if (isOfGoals(key)) return "goal";
		return `values[${dimensions.indexOf(key as (typeof dimensions)[number]) + 1}]`;
	});
	const [first, ...others] = viewed.map(({ texts }) => texts);
	const ofViews =
		others.length === 0
			? `arrayFilter(text -> text != '', ${first})`
			: `arrayFilter(text -> text.1 != '', arrayZip(${[first, ...others].join(", ")}))`;
	const joined = [
		...(first === undefined ? [] : [`arrayJoin(arrayDistinct(${ofViews})) AS viewed`]),
		...(isListed ? ["arrayJoin(arrayFilter(name -> name != '', event_names)) AS one_name"] : []),
	];
	const all = source.valuesOf(
		dimensions.map(({ name }) => name),
		needed,
	);
	const sessions = ofGoals ? byReachedGoal(all, ofGoals.goals, source.querySql) : all;
	const from = joined.length === 0 ? sessions : `SELECT *, ${joined.join(", ")} FROM (${sessions})`;
	return grouped(asked, columns, { values, from: `FROM (${from})` });
};

/** Views of pages and the time on them. */
const viewsPart = (asked: PartOf, columns: readonly MetricColumn[]): Part => {
	const { source, keys, times } = asked;
	const { querySql } = source;
	const [viewed, ...more] = keys.filter(isViewed);
	const isKnown = (key: Key) =>
		key.kind === "time" || key === viewed || (isOfSession(key) && key.dimension.columns);
	const other = [...keys.filter((key) => !isKnown(key)), ...more][0];
	if (other)
		throw refusedParameters(
			`time_on_page cannot be broken down by ${other.name}${more.length > 0 ? ` and ${viewed?.name}` : ""}: use pathname, page_title, a time or a dimension of sessions, such as country`,
		);
	const texts = viewed?.texts ?? "paths";
	const ofKeys = keys.filter(isOfSession).flatMap(({ dimension }) => dimension.columns ?? []);
	const kept = [...new Set(ofKeys)];
	const names = [...kept.filter((name) => name !== "pageviews"), "session_id"];
	const views = viewsFromSessionDays(
		source.present([...new Set([...viewColumns(texts), ...kept])]),
		texts,
		names,
	);
	const values = keys.map((key, place) => {
		const time = times[place];
		if (time) return time("fromUnixTimestamp64Milli(time_ms, 'UTC')");
		return isOfSession(key) ? shownValueOf(key.dimension, querySql) : "value";
	});
	const from = `FROM (${views}) WHERE ${querySql.isInRange("time_ms")}`;
	return grouped(asked, columns, { values, from });
};

/** Requests of bots, which are rows of another table. */
const botsPart = (
	{ query, keys, source }: PartOf,
	columns: readonly MetricColumn[],
	site: number,
): Part => {
	const querySql = botsQuery(site, query);
	const values = keys.map((key) => {
		if (key.kind === "time") return key.of(query.period, querySql.parameters)("timestamp");
		if (isOfGoals(key) || !BOT_BREAKDOWN_PARAMETERS.includes(key.name))
			throw refusedParameters(
				`bots cannot be broken down by ${key.name}: use a time, ${BOT_BREAKDOWN_PARAMETERS.join(", ")}`,
			);
		return key.dimension.ofBotRow ?? key.dimension.sql(querySql.bind);
	});
	const { sql } = grouped({ source, query, keys, times: [] }, columns, {
		values,
		from: `FROM ${BOTS} WHERE ${countedRows(querySql)}`,
	});
	const own = renamed({ sql, parameters: querySql.parameters }, "bots_");
	Object.assign(source.querySql.parameters, own.parameters);
	return { columns, sql: own.sql };
};

const isWithin = (columns: readonly MetricColumn[], names: readonly string[]) =>
	columns.every(({ name }) => names.includes(name));

/** Sums that the source has for single dimensions: from totals of days, if it can. */
const summedPart = (
	{ source, keys }: PartOf,
	byFamily: Readonly<Record<"sessions" | "activity" | "views", readonly MetricColumn[]>>,
): (Part & { families: readonly string[] }) | undefined => {
	const { sessions, activity, views } = byFamily;
	const [key, ...more] = keys;
	const isNeverSummed = key && ["time", "event_name", "goal"].includes(key.kind);
	if (more.length > 0 || isNeverSummed) return undefined;
	const select = (
		value: readonly string[],
		columns: readonly MetricColumn[],
		rows: string,
		of: Readonly<Record<string, string>>,
	) => ({
		columns,
		sql: `
    SELECT ${[...value, ...columns.map(({ name }) => `${of[name] ?? name.slice(2)} AS ${name}`)].join(", ")}
    FROM (${rows})`,
	});
	if (!key) {
		const sums = ["c_sessions", "c_timed_sessions", "c_bounces", "c_session_pages", "c_total_ms"];
		if (!isWithin(sessions, sums)) return undefined;
		const columns = [...sessions, ...activity];
		const from = { c_timed_sessions: "sessions" };
		return { ...select([], columns, source.sums(), from), families: ["sessions", "activity"] };
	}
	const value = ["toString(value) AS k0"];
	if (!isWithin(sessions, ["c_sessions", "c_bounces"])) return undefined;
	if (isViewed(key)) {
		const isOfViews = isWithin(activity, ["c_pageviews"]);
		const columns = [...sessions, ...(isOfViews ? activity : []), ...views];
		return {
			...select(value, columns, source.viewsBy(key.texts), { c_pageviews: "views" }),
			families: ["sessions", "views", ...(isOfViews ? ["activity"] : [])],
		};
	}
	return sessions.length === 0
		? undefined
		: { ...select(value, sessions, source.sessionsBy(key.name), {}), families: ["sessions"] };
};

/**
 * The parts that make up the answer for some metrics and keys: one for each kind of rows.
 * @throws ApiError for a metric that has no values of a dimension, which names what it has
 */
export const partsOf = (
	{ source, query, keys }: Omit<PartOf, "times">,
	metrics: readonly Metric[],
	{ site, past }: { site: number; past: UsedPast | undefined },
): readonly Part[] => {
	const { querySql } = source;
	Object.assign(querySql.parameters, past?.parameters);
	const times = keys.map((key) =>
		key.kind === "time" ? key.of(query.period, querySql.parameters) : undefined,
	);
	const asked: PartOf = { source, query, keys, times };
	const all = metrics.flatMap((metric) => [metric, ...(metric.with ?? [])]);
	const ofFamily = (family: Metric["family"]) => all.filter((one) => one.family === family);
	const families = {
		sessions: columnsOf(ofFamily("sessions")),
		activity: columnsOf(ofFamily("activity")),
		views: columnsOf(ofFamily("views")),
	};
	const summed = summedPart(asked, families);
	const isLeft = (family: keyof typeof families) =>
		families[family].length > 0 && !summed?.families.includes(family);
	const events = columnsOf(ofFamily("events"));
	const rows = [...new Set(ofFamily("events").map((metric) => metric.rows?.(querySql) ?? "1"))];
	const bots = columnsOf(ofFamily("bots"));
	return [
		...(summed && summed.columns.length > 0 ? [summed] : []),
		...(isLeft("sessions") ? [sessionsPart(asked, families.sessions)] : []),
		...(isLeft("activity") ? [activityPart(asked, families.activity)] : []),
		...(isLeft("views") ? [viewsPart(asked, families.views)] : []),
		...(events.length > 0 ? [eventsPart(asked, events, rows.join(" OR "))] : []),
		...(bots.length > 0 ? [botsPart(asked, bots, site)] : []),
		...(past ? [importedPart(past, { keys, metrics, weekStart: query.period.weekStart })] : []),
	];
};
