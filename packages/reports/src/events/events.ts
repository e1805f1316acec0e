import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { type Asking, count, LIMITS, report } from "../describe/report.ts";
import { hexId } from "../query/dimension.ts";
import { rowLimitOf } from "../query/page.ts";
import { type Asked, countedRows, ask as inSql, type Question } from "../query/question.ts";
import { latestFirst } from "../source/latest-first.ts";
import { withTraits } from "../users/traits.ts";

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
/** How many events of one millisecond a page may have that they fill alone: some megabytes. */
const MOST_AT_ONCE = 10_000;
/** How far back a poll looks at most when it only asks for what is new. */
const POLLED_MS = 3_600_000;

/** An event as clients see it; a fact that is unknown is "" or 0. */
export const ListedEvent = z.object({
	timestamp: z.string(),
	type: z.string(),
	event_name: z.string(),
	properties: z.string(),
	session_id: z.string(),
	user_id: z.string(),
	identified_user_id: z.string(),
	traits: z.record(z.string(), z.unknown()).nullable(),
	pathname: z.string(),
	querystring: z.string(),
	hostname: z.string(),
	page_title: z.string(),
	referrer: z.string(),
	browser: z.string(),
	browser_version: z.string(),
	operating_system: z.string(),
	operating_system_version: z.string(),
	language: z.string(),
	country: z.string(),
	region: z.string(),
	city: z.string(),
	lat: z.number(),
	lon: z.number(),
	screen_width: count(),
	screen_height: count(),
	device_type: z.string(),
});
export type ListedEvent = z.infer<typeof ListedEvent>;
type Row = Omit<ListedEvent, "timestamp" | "traits"> & { at: number };

const FIELDS = `
    toUnixTimestamp64Milli(timestamp) AS at,
    toString(type) AS type,
    event_name,
    if(properties = '', '{}', properties) AS properties,
    ${hexId("session_id")} AS session_id,
    ${hexId("user_id")} AS user_id,
    identified_user_id,
    pathname, querystring, hostname, page_title, referrer,
    browser, browser_version, operating_system, operating_system_version, language,
    country, region, city, lat, lon,
    screen_width, screen_height, device_type`;

const listedRows = (asked: Asked) => `${countedRows(asked)}
    AND type IN (${LISTED_TYPES.map((type) => `'${type}'`).join(", ")})`;

const ORDERS = {
	"newest first": "timestamp DESC, source_offset DESC, source DESC",
	"oldest first": "timestamp, source_offset, source",
} as const;

const textOf = (asked: Asked, bounds: string, order: keyof typeof ORDERS, limit: number) => `
  SELECT ${FIELDS}
  FROM events
  WHERE ${listedRows(asked)}
    ${bounds}
  ORDER BY ${ORDERS[order]}
  LIMIT ${asked.bind(limit, "UInt32")}
  ${LIMITS}, prefer_column_name_to_alias = 1`;

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})?$/;

/** An instant that a client got from us or made itself; without an offset it is UTC. */
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
	{
		askPromptly,
		site,
		question,
	}: Pick<Asking<Record<never, never>>, "askPromptly" | "site" | "question">,
	rows: readonly Row[],
): Promise<ListedEvent[]> =>
	withTraits(
		{ ask: askPromptly, site, question },
		rows.map(({ at, ...row }) => ({ timestamp: new Date(at).toISOString(), ...row })),
	);

/** A poll looks at everything newer than what the client has, whatever range its screen shows. */
const withoutRange = (question: Question): Question => ({
	...question,
	period: { from: undefined, to: undefined, timeZone: question.period.timeZone },
});

/**
 * Rows without those of a millisecond that is cut, which is none where there are not more rows than wanted: who asks on
 * from an instant must have all of it or nothing.
 * @param rows one more than is wanted, if there are so many
 */
const withoutCut = (rows: readonly Row[], wanted: number): Row[] => {
	const next = rows[wanted];
	return rows.filter(({ at }) => at !== next?.at);
};

type AskingForEvents = Pick<
	Asking<Record<never, never>>,
	"ask" | "askPromptly" | "site" | "question" | "now"
>;

/** The oldest events after an instant, newest first. Of one millisecond that alone has too many, its first ones. */
const eventsSince = async (asking: AskingForEvents, since: number): Promise<Row[]> => {
	const asked = inSql(asking.site.siteId, withoutRange(asking.question));
	const bounds = `AND timestamp > fromUnixTimestamp64Milli(${asked.bind(since, "Int64")}, 'UTC')`;
	const isLittle = asked.sessionMatches === "1" && since > asking.now - POLLED_MS;
	const ask = isLittle ? asking.askPromptly : asking.ask;
	const text = textOf(asked, bounds, "oldest first", POLL_LIMIT + 1);
	const rows = await ask<Row>(text, asked.parameters);
	const whole = withoutCut(rows, POLL_LIMIT);
	return (whole.length > 0 ? whole : rows.slice(0, POLL_LIMIT)).reverse();
};

/** The latest events before an instant, at most so many. */
const eventsBefore = (
	asking: AskingForEvents,
	before: number | undefined,
	many: number,
): Promise<Row[]> => {
	const { site, question, now } = asking;
	const asked = inSql(site.siteId, question);
	const older =
		before === undefined
			? ""
			: `AND timestamp < fromUnixTimestamp64Milli(${asked.bind(before, "Int64")}, 'UTC')`;
	const end = Math.min(before ?? now, question.period.to ?? now);
	return latestFirst(asking, asked, { end, many }, ({ rows, ask }) => {
		const bounds = rows === undefined ? older : `${older} AND ${rows}`;
		return ask<Row>(textOf(asked, bounds, "newest first", many), asked.parameters);
	});
};

/** A page of whole milliseconds, newest first: of one that alone fills it everything, however small the page. */
const pageBefore = async (
	asking: AskingForEvents,
	before: number | undefined,
	pageSize: number,
): Promise<{ rows: Row[]; hasMore: boolean }> => {
	const found = await eventsBefore(asking, before, pageSize + 1);
	const whole = withoutCut(found, pageSize);
	const [newest] = found;
	if (whole.length > 0 || !newest) return { rows: whole, hasMore: found.length > pageSize };
	const { ask, site, question } = asking;
	const asked = inSql(site.siteId, question);
	const bounds = `AND timestamp = fromUnixTimestamp64Milli(${asked.bind(newest.at, "Int64")}, 'UTC')`;
	const text = textOf(asked, bounds, "newest first", MOST_AT_ONCE);
	const rows = await ask<Row>(text, asked.parameters);
	return { rows, hasMore: (await eventsBefore(asking, newest.at, 1)).length > 0 };
};

export const events = report({
	path: "/events",
	summary:
		"Events, newest first: page by page with `before_timestamp`, or only newer ones with `since_timestamp`",
	tag: "Events",
	scope: "events:read",
	extra: {
		since_timestamp: z
			.string()
			.optional()
			.describe(
				`The oldest events after this instant, at most ${POLL_LIMIT}: poll with the newest \`timestamp\` that you have. No millisecond is cut, unless it alone has more. The range and page_size are ignored; what arrives late, with an older time, is not polled`,
			),
		before_timestamp: z
			.string()
			.optional()
			.describe("Only events before this instant: the `cursor.oldestTimestamp` of the page before"),
		page_size: z
			.string()
			.optional()
			.describe(
				`Events per page: 50 when absent, at most 1000. A page ends with a whole millisecond; one that alone has more events than the page comes whole, up to ${MOST_AT_ONCE}`,
			),
	},
	response: z.object({
		data: z.array(ListedEvent),
		cursor: z.object({ hasMore: z.boolean(), oldestTimestamp: z.string().nullable() }).optional(),
	}),
	answer: async (asking) => {
		const { given } = asking;
		if (given.since_timestamp) {
			const since = instantOf("since_timestamp", given.since_timestamp);
			return { data: await listed(asking, await eventsSince(asking, since)) };
		}
		const before = given.before_timestamp
			? instantOf("before_timestamp", given.before_timestamp)
			: undefined;
		const page = await pageBefore(asking, before, rowLimitOf(given.page_size, 50));
		const data = await listed(asking, page.rows);
		return {
			data,
			cursor: { hasMore: page.hasMore, oldestTimestamp: data.at(-1)?.timestamp ?? null },
		};
	},
});

/**
 * Every listed event of a question, newest first, some thousand at once: each page begins behind the last event of
 * the one before, so that what arrives meanwhile neither repeats nor hides any.
 */
export const eachEvent = async function* (
	asking: Pick<Asking<Record<never, never>>, "ask" | "askPromptly" | "site" | "question">,
	rowsAtOnce: number,
): AsyncGenerator<ListedEvent[]> {
	const { ask, site, question } = asking;
	let last: { at: number; event_id: string } | undefined;
	for (;;) {
		const asked = inSql(site.siteId, question);
		const after =
			last === undefined
				? ""
				: // The first of the two is what the table is sorted by: only it spares reading what has been written.
					`AND timestamp <= fromUnixTimestamp64Milli(${asked.bind(last.at, "Int64")}, 'UTC')
    AND (timestamp, event_id) < (fromUnixTimestamp64Milli(${asked.bind(last.at, "Int64")}, 'UTC'), ${asked.bind(last.event_id, "String")})`;
		const text = `
  SELECT event_id, ${FIELDS}
  FROM events
  WHERE ${listedRows(asked)}
    ${after}
  ORDER BY timestamp DESC, event_id DESC
  LIMIT ${asked.bind(rowsAtOnce, "UInt32")}
  ${LIMITS}, prefer_column_name_to_alias = 1`;
		const rows = await ask<Row & { event_id: string }>(text, asked.parameters);
		last = rows.at(-1);
		yield await listed(
			asking,
			rows.map(({ event_id: _, ...row }) => row),
		);
		if (rows.length < rowsAtOnce) return;
	}
};
