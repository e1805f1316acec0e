import { IS_ACT, type SessionColumn } from "@footfall/store";
import { byReachedGoal } from "../goals/reached-goals.ts";
import { PERSON_NUMBER } from "../query/dimensions.ts";
import { countedRows, hasEventFilters } from "../query/report-query.ts";
import { shownValueOf } from "../source/from-events.ts";
import { SUMMED } from "../source/rows.ts";
import type { Key } from "./keys.ts";
import type { MetricColumn } from "./metric.ts";
import { grouped, isOfGoals, isOfSession, isViewed, type Part, type PartOf } from "./part.ts";

/** Rows of `events` in the range that count, each with its own values, and those of its session, goals included. */
export const eventsPart = (asked: PartOf, columns: readonly MetricColumn[], rows: string): Part => {
	const { source, keys, times } = asked;
	const { querySql } = source;
	const ofSession = keys.filter(isOfSession);
	const ofGoals = keys.find(isOfGoals);
	const values = keys.map((key, place) => {
		const time = times[place];
		if (time) return time("timestamp");
		if (isOfSession(key)) return `near_values[${ofSession.indexOf(key) + 1}]`;
		if (isOfGoals(key)) return "near_goal";
		return key.kind === "time" ? "''" : shownValueOf(key.dimension, querySql);
	});
	if (ofSession.length === 0 && !ofGoals)
		return grouped(asked, columns, {
			values,
			from: `FROM events WHERE ${countedRows(querySql)} AND (${rows})`,
		});
	const needed = [...new Set(ofSession.flatMap(({ dimension }) => dimension.columns ?? []))];
	const selected = [
		"session_id AS near_id",
		...(ofSession.length === 0
			? []
			: [
					`[${ofSession.map(({ dimension }) => shownValueOf(dimension, querySql)).join(", ")}] AS near_values`,
				]),
		...(ofGoals ? ["goal AS near_goal"] : []),
	];
	const sessions = source.near(needed);
	const near = `SELECT ${selected.join(", ")} FROM (${ofGoals ? byReachedGoal(sessions, ofGoals.goals, querySql) : sessions})`;
	const { inRange, eventMatches } = querySql;
	return grouped(asked, columns, {
		values,
		from: `FROM events
    INNER JOIN (${near}) AS near ON events.session_id = near.near_id
    WHERE ${inRange} AND ${eventMatches} AND (${rows})`,
	});
};

/** SQL of the columns of activity, by their names. */
const summed = (
	columns: readonly MetricColumn[],
	byName: Readonly<Record<string, string>>,
): MetricColumn[] =>
	columns.map((column) => ({ ...column, sql: () => byName[column.name] ?? "0" }));

const OTHER_TEXTS = { paths: "other_paths", titles: "other_titles" } as const;

/** Acts in the range from rows of sessions, which know the time and the page of each. */
const actsPart = (asked: PartOf, columns: readonly MetricColumn[]): Part => {
	const { source, keys, times } = asked;
	const { querySql } = source;
	const texts = keys.flatMap((key) => (isViewed(key) ? [key.texts] : []));
	const ofKeys = keys.filter(isOfSession).flatMap(({ dimension }) => dimension.columns ?? []);
	const needed = new Set<SessionColumn>([
		...(["began", "user_id", "identified_user_id", "times_ms", "views"] as const),
		...texts.flatMap((name) => [name, OTHER_TEXTS[name]]),
		...ofKeys,
	]);
	const joined = [
		"times_ms AS time_ms",
		"views AS is_view",
		...texts.flatMap((name) => [
			`${name} AS of_${name}`,
			`${OTHER_TEXTS[name]} AS of_${OTHER_TEXTS[name]}`,
		]),
	];
	const values = keys.map((key, place) => {
		const time = times[place];
		if (time) return time("fromUnixTimestamp64Milli(time_ms, 'UTC')");
		return isViewed(key)
			? `if(is_view, of_${key.texts}, of_${OTHER_TEXTS[key.texts]})`
			: shownValueOf((key as Extract<Key, { kind: "session" }>).dimension, querySql);
	});
	return grouped(
		asked,
		summed(columns, { c_pageviews: "countIf(is_view)", c_users: `uniqExact(${PERSON_NUMBER})` }),
		{
			values,
			from: `FROM (${source.present([...needed])})
    ARRAY JOIN ${joined.join(", ")}
    WHERE ${querySql.isInRange("time_ms")}`,
		},
	);
};

/** Who was active in the range, and how many pages they viewed. */
export const activityPart = (asked: PartOf, columns: readonly MetricColumn[]): Part => {
	const { source, keys, times } = asked;
	const { querySql } = source;
	const [time] = times;
	if (time && keys.length === 1)
		return grouped(
			asked,
			summed(columns, { c_pageviews: "sum(pageviews)", c_users: "uniqExact(person)" }),
			{ values: ["bucket"], from: `FROM (${source.activity(time)})` },
		);
	const isOfSessions = keys.every((key) => isOfSession(key) && key.dimension.columns);
	if (!isOfSessions || (keys.length > 0 && hasEventFilters(querySql))) {
		const isKnown = (key: Key) =>
			key.kind === "time" || key.kind === "view" || (isOfSession(key) && key.dimension.columns);
		return keys.every(isKnown) && !hasEventFilters(querySql)
			? actsPart(asked, columns)
			: eventsPart(asked, columns, IS_ACT);
	}
	const ofKeys = keys.filter(isOfSession).map(({ dimension }) => ({
		sql: shownValueOf(dimension, querySql),
		of: dimension.columns ?? [],
	}));
	const present = source.present([...new Set([...SUMMED, ...ofKeys.flatMap(({ of }) => of)])]);
	return grouped(
		asked,
		summed(columns, {
			c_pageviews: "sum(views_in_range)",
			c_users: `uniqExactIf(${PERSON_NUMBER}, is_present)`,
		}),
		{
			values: ofKeys.map(({ sql }) => sql),
			from: `FROM (${present})${keys.length === 0 ? "" : " WHERE is_present"}`,
		},
	);
};
