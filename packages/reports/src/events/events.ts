import { ApiError } from "@footfall/shared/api-error";
import { type ColumnOf, eventFields, isStored } from "@footfall/shared/event-fields";
import { z } from "zod";
import { withTraits } from "../people/traits.ts";
import { hexId } from "../query/dimensions.ts";
import { rowLimitOf } from "../query/page.ts";
import { oneOf, textParameter } from "../query/parameters.ts";
import { countedRows, type QuerySql, type ReportQuery, toSql } from "../query/report-query.ts";
import { count, PLAIN_COLUMNS, type ReportContext, report } from "../report/report.ts";
import { latestFirst } from "../source/latest-first.ts";

const LISTED_TYPES = [
	"custom_event",
	"pageview",
	"outbound",
	"button_click",
	"copy",
	"form_submit",
	"input_change",
] as const;

/** How many events a poll for newer ones answers at most. */
const POLL_LIMIT = 500;
/** How many events of one millisecond a page may have when they fill it alone: some megabytes. */
const MOST_AT_ONCE = 10_000;
/** A poll for events newer than this reads little. */
const POLLED_MS = 3_600_000;

const listedFields = eventFields.filter(isStored).filter(({ isListed }) => isListed);
type ListedColumns = {
	[Column in ColumnOf<{ isListed: true; kind: "text" | "decimal" }>]: z.ZodString;
} & {
	[Column in ColumnOf<{ isListed: true; kind: "number" | "integer" }>]: z.ZodNumber;
};
const SCHEMAS = { text: z.string, number: z.number, integer: count, decimal: z.string };
const listedColumns = Object.fromEntries(
	listedFields.map(({ column, kind }) => [column, SCHEMAS[kind as keyof typeof SCHEMAS]()]),
) as unknown as ListedColumns;

/** An event as clients see it; an unknown value is "" or 0. */
export const ListedEvent = z
	.object({
		timestamp: z.string(),
		type: z.string(),
		event_name: z.string(),
		properties: z.string(),
		session_id: z.string(),
		user_id: z.string(),
		identified_user_id: z.string(),
		traits: z.record(z.string(), z.unknown()).nullable(),
		...listedColumns,
	})
	.meta({ component: "Event" });
export type ListedEvent = z.infer<typeof ListedEvent>;
type Row = Omit<ListedEvent, "timestamp" | "traits"> & { at: number };

/** Amounts are decimal text, "" without money: a JSON number would lose digits. */
const listedColumn = ({ column, kind }: (typeof listedFields)[number]) =>
	kind === "decimal" ? `if(currency = '', '', toString(${column})) AS ${column}` : column;

const FIELDS = `
    toUnixTimestamp64Milli(timestamp) AS at,
    toString(type) AS type,
    event_name,
    if(properties = '', '{}', properties) AS properties,
    ${hexId("session_id")} AS session_id,
    ${hexId("user_id")} AS user_id,
    identified_user_id,
    ${listedFields.map(listedColumn).join(", ")}`;

/** Which of the listed events a client wants. */
interface Wanted {
	type: (typeof LISTED_TYPES)[number] | undefined;
	name: string | undefined;
}

const wantedOf = (given: {
	type?: string | undefined;
	event_name?: string | undefined;
}): Wanted => ({
	type: given.type ? oneOf("type", given.type, LISTED_TYPES) : undefined,
	name: given.event_name,
});

const listedRows = (querySql: QuerySql, { type, name }: Wanted) => {
	const types = type === undefined ? LISTED_TYPES : [type];
	const named = name === undefined ? "" : ` AND event_name = ${querySql.bind(name, "String")}`;
	return `${countedRows(querySql, { inLists: true })}
    AND type IN (${types.map((one) => `'${one}'`).join(", ")})${named}`;
};

const ORDERS = {
	"newest first": "timestamp DESC, source_offset DESC, source DESC",
	"oldest first": "timestamp, source_offset, source",
} as const;

interface Listing {
	wanted: Wanted;
	bounds: string;
	order: keyof typeof ORDERS;
	limit: number;
}

const textOf = (querySql: QuerySql, { wanted, bounds, order, limit }: Listing) => `
  SELECT ${FIELDS}
  FROM events
  WHERE ${listedRows(querySql, wanted)}
    ${bounds}
  ORDER BY ${ORDERS[order]}
  LIMIT ${querySql.bind(limit, "UInt32")}`;

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})?$/;

/** An instant that a client received from us or made itself; without an offset it is UTC. */
const instantOf = (name: string, text: string): number => {
	const withOffset = /(?:Z|[+-]\d{2}:\d{2})$/.test(text.slice(10)) ? text : `${text}Z`;
	const instant = TIMESTAMP.test(text) ? Date.parse(withOffset.replace(" ", "T")) : Number.NaN;
	if (Number.isNaN(instant))
		throw new ApiError(
			"INVALID_REQUEST",
			`Invalid ${name}. Use an ISO 8601 timestamp such as 2026-11-20T10:15:00.123Z`,
		);
	return instant;
};

const listed = (
	{ runPromptSql, site, query }: Pick<ReportContext, "runPromptSql" | "site" | "query">,
	rows: readonly Row[],
): Promise<ListedEvent[]> =>
	withTraits(
		{ runSql: runPromptSql, site, query },
		rows.map(({ at, ...row }) => ({ timestamp: new Date(at).toISOString(), ...row })),
	);

/** A poll covers everything newer than the client's events, whatever range its screen shows. */
const withoutRange = (query: ReportQuery): ReportQuery => ({
	...query,
	period: { from: undefined, to: undefined, timeZone: query.period.timeZone },
});

/**
 * Rows without those of a millisecond that is cut off; without a surplus of rows none is cut off. A client that
 * continues from an instant must have all of its events or none.
 * @param rows one more than is wanted, if there are so many
 */
const withoutCut = (rows: readonly Row[], wanted: number): Row[] => {
	const next = rows[wanted];
	return rows.filter(({ at }) => at !== next?.at);
};

type EventsContext = Pick<ReportContext, "runSql" | "runPromptSql" | "site" | "query" | "now"> & {
	wanted: Wanted;
};

/** The oldest events after an instant, newest first. If one millisecond alone has too many, its first ones. */
const eventsSince = async (context: EventsContext, since: number): Promise<Row[]> => {
	const querySql = toSql(context.site.siteId, withoutRange(context.query));
	const bounds = `AND timestamp > fromUnixTimestamp64Milli(${querySql.bind(since, "Int64")}, 'UTC')`;
	const isLittle = querySql.sessionMatches === "1" && since > context.now - POLLED_MS;
	const runSql = isLittle ? context.runPromptSql : context.runSql;
	const text = textOf(querySql, {
		wanted: context.wanted,
		...{ bounds, order: "oldest first", limit: POLL_LIMIT + 1 },
	});
	const rows = await runSql<Row>(text, querySql.parameters, PLAIN_COLUMNS);
	const whole = withoutCut(rows, POLL_LIMIT);
	return (whole.length > 0 ? whole : rows.slice(0, POLL_LIMIT)).reverse();
};

/** The latest events before an instant, at most so many. */
const eventsBefore = (
	context: EventsContext,
	before: number | undefined,
	many: number,
): Promise<Row[]> => {
	const { site, query, now, wanted } = context;
	const querySql = toSql(site.siteId, query);
	const older =
		before === undefined
			? ""
			: `AND timestamp < fromUnixTimestamp64Milli(${querySql.bind(before, "Int64")}, 'UTC')`;
	const end = Math.min(before ?? now, query.period.to ?? now);
	return latestFirst(context, querySql, { end, many }, ({ rows, runSql }) => {
		const bounds = rows === undefined ? older : `${older} AND ${rows}`;
		const text = textOf(querySql, { wanted, bounds, order: "newest first", limit: many });
		return runSql<Row>(text, querySql.parameters, PLAIN_COLUMNS);
	});
};

/**
 * A page of whole milliseconds, newest first; a millisecond that fills it alone comes whole,
 * however small the page.
 */
const pageBefore = async (
	context: EventsContext,
	before: number | undefined,
	pageSize: number,
): Promise<{ rows: Row[]; hasMore: boolean }> => {
	const found = await eventsBefore(context, before, pageSize + 1);
	const whole = withoutCut(found, pageSize);
	const [newest] = found;
	if (whole.length > 0 || !newest) return { rows: whole, hasMore: found.length > pageSize };
	const { runSql, site, query, wanted } = context;
	const querySql = toSql(site.siteId, query);
	const bounds = `AND timestamp = fromUnixTimestamp64Milli(${querySql.bind(newest.at, "Int64")}, 'UTC')`;
	const text = textOf(querySql, { wanted, bounds, order: "newest first", limit: MOST_AT_ONCE });
	const rows = await runSql<Row>(text, querySql.parameters, PLAIN_COLUMNS);
	return { rows, hasMore: (await eventsBefore(context, newest.at, 1)).length > 0 };
};

export const events = report({
	path: "/events",
	summary:
		"Events, newest first: page by page with `before_timestamp`, or only newer ones with `since_timestamp`",
	description:
		"To look at single events or follow them live: pass `cursor.oldestTimestamp` as `before_timestamp` for the next page, while `cursor.hasMore` is true.",
	tag: "Events",
	extra: {
		type: textParameter(`Only events of this type: ${LISTED_TYPES.join(", ")}`),
		event_name: textParameter("Only custom events of this name"),
		since_timestamp: textParameter(
			`The oldest events after this instant, at most ${POLL_LIMIT}: poll with the newest \`timestamp\` that you have. Events of one millisecond stay together, unless there are more of them. The range and page_size are ignored; late events with an older time are not returned`,
		),
		before_timestamp: textParameter(
			"Only events before this instant: the `cursor.oldestTimestamp` of the previous page",
		),
		page_size: textParameter(
			`Events per page: 50 by default, at most 1000. Events of one millisecond stay on one page, even if there are more of them, up to ${MOST_AT_ONCE}`,
		),
	},
	response: z.object({
		data: z.array(ListedEvent),
		cursor: z
			.object({ hasMore: z.boolean(), oldestTimestamp: z.string().nullable() })
			.meta({ component: "EventCursor" })
			.optional(),
	}),
	answer: async (context) => {
		const { given } = context;
		const wanted = wantedOf(given);
		if (given.since_timestamp) {
			const since = instantOf("since_timestamp", given.since_timestamp);
			return { data: await listed(context, await eventsSince({ ...context, wanted }, since)) };
		}
		const before = given.before_timestamp
			? instantOf("before_timestamp", given.before_timestamp)
			: undefined;
		const page = await pageBefore({ ...context, wanted }, before, rowLimitOf(given.page_size, 50));
		const data = await listed(context, page.rows);
		return {
			data,
			cursor: { hasMore: page.hasMore, oldestTimestamp: data.at(-1)?.timestamp ?? null },
		};
	},
});

/**
 * Every listed event of a query in pages, newest first. Each page begins after the last event of the previous one,
 * so that events that arrive meanwhile neither repeat nor hide any.
 */
export const eventsInPages = async function* (
	context: Pick<ReportContext, "runSql" | "runPromptSql" | "site" | "query"> & {
		given: Parameters<typeof wantedOf>[0];
	},
	rowsAtOnce: number,
): AsyncGenerator<ListedEvent[]> {
	const { runSql, site, query, given } = context;
	const wanted = wantedOf(given);
	let last: { at: number; event_id: string } | undefined;
	for (;;) {
		const querySql = toSql(site.siteId, query);
		const after =
			last === undefined
				? ""
				: // The first of the two is the table's sort key: only it avoids reading what has already been written.
					`AND timestamp <= fromUnixTimestamp64Milli(${querySql.bind(last.at, "Int64")}, 'UTC')
    AND (timestamp, event_id) < (fromUnixTimestamp64Milli(${querySql.bind(last.at, "Int64")}, 'UTC'), ${querySql.bind(last.event_id, "String")})`;
		const text = `
  SELECT event_id, ${FIELDS}
  FROM events
  WHERE ${listedRows(querySql, wanted)}
    ${after}
  ORDER BY timestamp DESC, event_id DESC
  LIMIT ${querySql.bind(rowsAtOnce, "UInt32")}`;
		const rows = await runSql<Row & { event_id: string }>(text, querySql.parameters, PLAIN_COLUMNS);
		last = rows.at(-1);
		yield await listed(
			context,
			rows.map(({ event_id: _, ...row }) => row),
		);
		if (rows.length < rowsAtOnce) return;
	}
};
