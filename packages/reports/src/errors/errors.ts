import { refusedParameters } from "@footfall/shared/api-error";
import { z } from "zod";
import { bucketOf, bucketParameter } from "../query/bucket.ts";
import { hexId, ORDER } from "../query/dimensions.ts";
import { pageOf, pageParameters } from "../query/page.ts";
import { textParameter } from "../query/parameters.ts";
import { countedRows, type QuerySql, toSql } from "../query/report-query.ts";
import { SOFTWARE } from "../report/attributes.ts";
import { count, PLAIN_COLUMNS, report, texts } from "../report/report.ts";
import { answerRows, percentageOf, rowsOrPage, runPage } from "../report/rows.ts";
import { runSeries } from "../report/series.ts";
import { ErrorPoint, KEY_OF_VALUE, MESSAGE, seenByKey, trendsByKey } from "./error-trends.ts";

const messageParameter = {
	errorMessage: textParameter("The error's message, exactly. Required"),
};
const messageOf = (given: { errorMessage?: string | undefined }, { bind }: QuerySql) => {
	if (!given.errorMessage)
		throw refusedParameters(
			"errorMessage parameter is required",
			"errorMessage: the value of an error as /errors/names lists them",
		);
	return bind(given.errorMessage, "String");
};

const ErrorName = z.object({
	value: z.string(),
	errorName: z.string(),
	count: count(),
	sessionCount: count(),
	percentage: z.number(),
	firstSeen: z.string().optional(),
	lastSeen: z.string().optional(),
	trend: z.array(ErrorPoint).optional(),
});
type ErrorName = z.infer<typeof ErrorName>;
type NameRow = Pick<ErrorName, "value" | "errorName" | "count" | "sessionCount"> & {
	key: string;
	total: number;
	total_rows: number;
};

/** Errors by message; the name is that of the latest occurrence. */
const namesText = (querySql: QuerySql) => `
  SELECT *, ${KEY_OF_VALUE} AS key, sum(count) OVER () AS total, count() OVER () AS total_rows
  FROM (
    SELECT
      ${MESSAGE} AS value,
      argMax(event_name, ${ORDER}) AS errorName,
      count() AS count,
      uniqExact(session_id) AS sessionCount
    FROM events
    WHERE ${countedRows(querySql)}
      AND type = 'error'
    GROUP BY value
    HAVING value != ''
  )
  ORDER BY count DESC, value`;

export const errorsNames = report({
	path: "/errors/names",
	aliases: ["/error-names"],
	summary: "Errors by message; with `page`, the rows come with their total",
	tag: "Errors",
	extra: {
		seen: textParameter(
			"`true` to have when each error happened first and last, of all events of the site",
		),
		trend: textParameter("`true` to have the occurrences of each error over time"),
		bucket: textParameter(`Of the trend. ${bucketParameter("day").description}`),
		...pageParameters(10),
	},
	response: rowsOrPage(ErrorName),
	answer: async (context) => {
		const { runSql, site, query, given } = context;
		const querySql = toSql(site.siteId, query);
		const page = pageOf(given, 10);
		const bucket = given.trend === "true" ? bucketOf(given.bucket, "day") : undefined;
		const text = namesText(querySql);
		const { rows, totalCount } = await runPage<NameRow>(runSql, text, querySql.parameters, page);
		const keys = rows.map(({ key }) => key);
		const isSeen = given.seen === "true" && keys.length > 0;
		const seen = isSeen ? await seenByKey(context, keys) : undefined;
		const trends =
			bucket && keys.length > 0
				? await trendsByKey(context, querySql, { keys, bucket })
				: undefined;
		const names = rows.map(({ key, total, total_rows, ...row }) => ({
			...row,
			percentage: percentageOf(row.count, total),
			...seen?.get(key),
			...(trends && { trend: trends.get(key) ?? [] }),
		}));
		return answerRows(given.page, names, totalCount);
	},
});

/** Columns of an occurrence as they are stored. */
const STORED = [
	...(["pathname", "hostname", "page_title", "referrer"] as const),
	...SOFTWARE,
	...(["device_type", "country", "city", "region"] as const),
] as const;

const Occurrence = z.object({
	...texts(["timestamp", "session_id", "user_id", ...STORED, "message", "stack"]),
	fileName: z.string().nullable(),
	lineNumber: z.number().nullable(),
	columnNumber: z.number().nullable(),
});
type OccurrenceRow = Omit<z.infer<typeof Occurrence>, "timestamp"> & {
	at: number;
	total_rows: number;
};

const nullable = (name: string, type: string) =>
	`if(JSONHas(properties, '${name}'), JSONExtract(properties, '${name}', 'Nullable(${type})'), NULL) AS ${name}`;

const occurrencesText = (querySql: QuerySql, message: string) => `
  SELECT
    toUnixTimestamp64Milli(timestamp) AS at,
    ${hexId("session_id")} AS session_id,
    ${hexId("user_id")} AS user_id,
    ${STORED.join(", ")},
    ${MESSAGE} AS message,
    JSONExtractString(properties, 'stack') AS stack,
    ${nullable("fileName", "String")},
    ${nullable("lineNumber", "Float64")},
    ${nullable("columnNumber", "Float64")},
    count() OVER () AS total_rows
  FROM events
  WHERE ${countedRows(querySql)}
    AND type = 'error' AND ${MESSAGE} = ${message}
  ORDER BY timestamp DESC, source_offset DESC, source DESC`;

export const errorsEvents = report({
	path: "/errors/events",
	aliases: ["/error-events"],
	summary: "Occurrences of one error, newest first; with `page`, the rows come with their total",
	tag: "Errors",
	extra: { ...messageParameter, ...pageParameters(20) },
	response: rowsOrPage(Occurrence),
	answer: async ({ runSql, site, query, given }) => {
		const querySql = toSql(site.siteId, query);
		const text = occurrencesText(querySql, messageOf(given, querySql));
		const { rows, totalCount } = await runPage<OccurrenceRow>(
			runSql,
			text,
			querySql.parameters,
			pageOf(given, 20),
			PLAIN_COLUMNS,
		);
		const occurrences = rows.map(({ at, total_rows, ...row }) => ({
			timestamp: new Date(at).toISOString(),
			...row,
		}));
		return answerRows(given.page, occurrences, totalCount);
	},
});

export const errorsTimeSeries = report({
	path: "/errors/time-series",
	aliases: ["/error-bucketed"],
	summary: "Occurrences of one error over time; over a range with two ends without gaps",
	tag: "Errors",
	extra: { ...messageParameter, bucket: bucketParameter("day") },
	response: z.object({ success: z.literal(true), data: z.array(ErrorPoint) }),
	answer: async (context) => {
		const { site, query, given } = context;
		const querySql = toSql(site.siteId, query);
		const message = messageOf(given, querySql);
		const data = await runSeries<z.infer<typeof ErrorPoint>>(context, querySql, {
			bucket: bucketOf(given.bucket, "day"),
			text: (startOf) => `
  SELECT ${startOf("timestamp")} AS time, count() AS error_count
  FROM events
  WHERE ${countedRows(querySql)}
    AND type = 'error' AND ${MESSAGE} = ${message}
  GROUP BY time
  ORDER BY time`,
			emptyAt: (time) => ({ time, error_count: 0 }),
		});
		return { success: true as const, data };
	},
});
