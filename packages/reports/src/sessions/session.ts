import { ApiError } from "@footfall/shared/api-error";
import { IS_ACT } from "@footfall/store";
import { z } from "zod";
import { idNumberOf } from "../query/dimensions.ts";
import { offsetOf, rowLimitOf } from "../query/page.ts";
import { textParameter } from "../query/parameters.ts";
import { toSql } from "../query/report-query.ts";
import { count, PLAIN_COLUMNS, report } from "../report/report.ts";
import { runPage } from "../report/rows.ts";
import { toSessionRows } from "./list-sessions.ts";
import { type StoredSession, storedSessions } from "./session-attributes.ts";
import { SessionRow } from "./session-row.ts";

/** An event within its session; measurements (`performance`, `engagement`) are not listed. */
const SessionEvent = z
	.object({
		timestamp: z.string(),
		pathname: z.string(),
		hostname: z.string(),
		querystring: z.string(),
		page_title: z.string(),
		referrer: z.string(),
		type: z.string(),
		event_name: z.string(),
		props: z.record(z.string(), z.unknown()),
	})
	.meta({ component: "SessionEvent" });
type EventRow = Omit<z.infer<typeof SessionEvent>, "timestamp" | "props"> & {
	at: number;
	properties: string;
	total_rows: number;
};

const propsOf = (properties: string): Record<string, unknown> => {
	if (properties === "") return {};
	try {
		const value: unknown = JSON.parse(properties);
		return typeof value === "object" && value !== null && !Array.isArray(value)
			? { ...value }
			: { value };
	} catch {
		// Imported text that is not valid JSON is still worth showing.
		return { value: properties };
	}
};

export const session = report({
	path: "/sessions/{sessionId}",
	summary: "One session and its events, oldest first",
	description:
		"Everything that a visitor did, page by page with `limit` and `offset`. 404 if it has no event in the range.",
	tag: "Sessions",
	params: z.object({ sessionId: z.string() }),
	extra: {
		limit: textParameter("Events: 100 by default, at most 1000"),
		offset: textParameter("Events to skip"),
		minutes: textParameter("Only this many minutes back from now"),
	},
	response: z
		.object({
			data: z
				.object({
					session: SessionRow,
					events: z.array(SessionEvent),
					pagination: z
						.object({
							total: count(),
							limit: count(),
							offset: count(),
							hasMore: z.boolean(),
						})
						.meta({ component: "EventPaging" }),
				})
				.meta({ component: "SessionDetail" }),
		})
		.meta({ component: "SessionResponse" }),
	answer: async (context) => {
		const { runSql, site, query, given, params, now } = context;
		const id = idNumberOf(params["sessionId"] ?? "");
		if (id === undefined) throw new ApiError("NOT_FOUND", "Session not found");
		const querySql = toSql(site.siteId, { ...query, filters: [] });
		if (given.minutes && !/^\d{1,6}$/.test(given.minutes))
			throw new ApiError("INVALID_REQUEST", "minutes must be a whole number from 0 to 999999");
		const recent = given.minutes
			? `AND timestamp > fromUnixTimestamp64Milli(${querySql.bind(now - Number(given.minutes) * 60_000, "Int64")}, 'UTC')`
			: "";
		const ofSession = `session_id = ${querySql.bind(id, "UInt64")}`;
		// A session with an act in the range is shown in full.
		const isThere = `session_id IN (
        SELECT session_id FROM events WHERE ${querySql.inRange} ${recent} AND ${ofSession} AND ${IS_ACT})`;
		const [stored] = await runSql<StoredSession>(
			storedSessions(`${querySql.around} AND ${ofSession} AND ${isThere}`),
			querySql.parameters,
		);
		const [row] = await toSessionRows(context, stored ? [stored] : []);
		if (!stored || !row) throw new ApiError("NOT_FOUND", "Session not found");
		const limit = rowLimitOf(given.limit, 100);
		const offset = offsetOf(given.offset);
		const shown = `${querySql.around} ${recent} AND ${ofSession} AND ${IS_ACT}`;
		const eventsText = `
  SELECT
    toUnixTimestamp64Milli(timestamp) AS at,
    pathname, hostname, querystring, page_title, referrer,
    toString(type) AS type, event_name, properties,
    count() OVER () AS total_rows
  FROM events
  WHERE ${shown}
  ORDER BY timestamp, source_offset, source`;
		const { rows: events, totalCount: total } = await runPage<EventRow>(
			runSql,
			eventsText,
			querySql.parameters,
			{ limit, offset },
			PLAIN_COLUMNS,
		);
		return {
			data: {
				session: { ...row, events: stored.all_events },
				events: events.map(({ at, properties, total_rows, ...event }) => ({
					timestamp: new Date(at).toISOString(),
					...event,
					props: propsOf(properties),
				})),
				pagination: { total, limit, offset, hasMore: offset + events.length < total },
			},
		};
	},
});
