import type { SessionDayColumn } from "@footfall/store";
import type { Bind } from "../query/binding.ts";
import { testOfFilter } from "../query/condition.ts";
import { type Dimension, dimensionOf } from "../query/dimensions.ts";
import type { Filter } from "../query/filters.ts";

/** A value of a session: SQL over session columns, and the columns that it needs. */
export interface SessionValue {
	sql: string;
	columns: readonly SessionDayColumn[];
}

/** The session's channel: that of its first event that came from elsewhere, else that of its first event. */
export const CHANNEL: SessionValue = {
	sql: "multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')",
	columns: ["outer_channel", "channel"],
};

/** Dimensions of whole sessions by these columns. */
const DIMENSIONS: Readonly<Record<string, SessionValue & Pick<Dimension, "kind">>> = {
	channel: { kind: "channel", ...CHANNEL },
	entry_page: { kind: "text", sql: "entry_page", columns: ["entry_page"] },
	exit_page: { kind: "text", sql: "exit_page", columns: ["exit_page"] },
	session_duration: {
		kind: "seconds",
		sql: "((toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began)) / 1000)",
		columns: ["began", "ended"],
	},
	event_name: { kind: "text", sql: "event_name", columns: ["event_names"] },
};

/** A query's conditions on whole sessions: SQL over session columns, and the columns that it needs. */
export interface SessionFilters {
	sessionMatches: string;
	sessionColumns: readonly SessionDayColumn[];
}

/** The filters on whole sessions as conditions on session columns; `sessionMatches` is "1" without any. */
export const sessionFiltersOf = (filters: readonly Filter[], bind: Bind): SessionFilters => {
	const conditions = filters.flatMap((filter) => {
		const dimension = DIMENSIONS[filter.parameter];
		if (!dimension) return [];
		const { sql, kind, columns } = dimension;
		const anyEvent = dimensionOf(filter.parameter)?.on === "any-event-of-session";
		const { met, isDenied } = testOfFilter(
			filter,
			{ on: "session", kind, sql: () => sql } as Dimension,
			bind,
		);
		const holds = anyEvent ? `arrayExists(event_name -> ${met}, event_names)` : met;
		return [{ sql: isDenied ? `NOT ${holds}` : holds, columns }];
	});
	return {
		sessionMatches: conditions.length === 0 ? "1" : conditions.map(({ sql }) => sql).join(" AND "),
		sessionColumns: [...new Set(conditions.flatMap(({ columns }) => columns))],
	};
};

/** The attributes of an event that a dimension is about; undefined where `visits` has none of them. */
export const attributesOf = (dimension: string): readonly SessionDayColumn[] | undefined =>
	dimensionOf(dimension)?.rolledUp;

const byColumn = (column: SessionDayColumn): SessionValue => ({ sql: column, columns: [column] });

/** Where the columns with a session's value are not the attributes of an event. */
const OF_SESSION: Readonly<Record<string, SessionValue>> = {
	channel: CHANNEL,
	referrer: byColumn("referrer_domain"),
	utm_source: byColumn("utm_source"),
	utm_medium: byColumn("utm_medium"),
	utm_campaign: byColumn("utm_campaign"),
	utm_term: byColumn("utm_term"),
	utm_content: byColumn("utm_content"),
	city: {
		sql: "if(city = '', '', concat(city_region, '-', city))",
		columns: ["city_region", "city"],
	},
};

/** A session's value of a dimension by columns of `visits`; undefined where these do not have it. */
export const rolledUpValueOf = (dimension: string, bind: Bind): SessionValue | undefined => {
	if (Object.hasOwn(OF_SESSION, dimension)) return OF_SESSION[dimension];
	const known = dimensionOf(dimension);
	return known?.rolledUp && { sql: known.sql(bind), columns: known.rolledUp };
};

/** The values of several dimensions as one list of texts, by columns of `visits`; undefined where one is not rolled up. */
export const rolledUpValuesOf = (
	dimensions: readonly string[],
	bind: Bind,
): SessionValue | undefined => {
	const values = dimensions.map((dimension) => rolledUpValueOf(dimension, bind));
	const known = values.filter((value) => value !== undefined);
	if (known.length < values.length) return undefined;
	return {
		sql: `[${known.map(({ sql }) => `toString(${sql})`).join(", ")}]`,
		columns: [...new Set(known.flatMap(({ columns }) => columns))],
	};
};

/** Whether columns of `visits` have a session's value of a dimension. */
export const isRolledUp = (dimension: string): boolean =>
	Object.hasOwn(OF_SESSION, dimension) || dimensionOf(dimension)?.rolledUp !== undefined;

/** Texts of a pageview that `visits` has for each event. */
export type ViewText = "pathname" | "page_title";

/** The columns of an event that a filter on single events reads: attributes, and texts that each event has of its own. */
export const columnsOfFilter = (
	parameter: string,
): { attributes: readonly SessionDayColumn[]; text?: ViewText } | undefined => {
	if (parameter === "pathname" || parameter === "page_title")
		return { attributes: [], text: parameter };
	if (parameter === "lat" || parameter === "lon") return { attributes: ["lat", "lon"] };
	if (parameter.startsWith("url_param:")) return { attributes: ["url_parameters"] };
	const attributes = attributesOf(parameter);
	return attributes && { attributes };
};
