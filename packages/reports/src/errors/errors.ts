import { z } from "zod";
import { bucketOf, bucketParameter, bucketsOf, type OfInstant } from "../query/bucket.ts";
import { ComparedRange, comparisonOf, comparisonParameters } from "../query/comparison.ts";
import { hexId, ORDER } from "../query/dimensions.ts";
import { pageOf, pageParameters } from "../query/page.ts";
import { textParameter } from "../query/parameters.ts";
import { countedRows, type QuerySql, toSql } from "../query/report-query.ts";
import { SOFTWARE } from "../report/attributes.ts";
import { comparedRow, comparedSeries } from "../report/compared.ts";
import { count, PLAIN_COLUMNS, report, texts } from "../report/report.ts";
import { answerRows, percentageOf, rowsOrPage, runPage } from "../report/rows.ts";
import { runSeries } from "../report/series.ts";
import { groupsOfSite } from "./error-groups.ts";
import { ErrorState } from "./error-states.ts";
import { countsByKey, ErrorPoint, seenByKey, trendsByKey } from "./error-trends.ts";
import { inState, isStateAsked, shownState, statesOfSite } from "./errors-in-state.ts";
import {
	CANONICAL_ERROR_ID,
	ERROR_COUNTS,
	ErrorCounts,
	MESSAGE,
	ofErrors,
	ofOneError,
	oneErrorParameters,
} from "./one-error.ts";

/** New fields come last, so that exported files keep the positions of their columns. */
const ErrorName = z
	.object({
		value: z.string(),
		errorName: z.string(),
		count: count(),
		sessionCount: count(),
		percentage: z.number(),
		firstSeen: z.string().optional(),
		lastSeen: z.string().optional(),
		trend: z.array(ErrorPoint).optional(),
		errorId: z.string().optional(),
		userCount: count().optional(),
		previous: ErrorCounts.optional(),
		firstRelease: z.string().optional(),
		lastRelease: z.string().optional(),
		state: ErrorState.optional(),
	})
	.meta({ component: "ErrorName" });
type ErrorName = z.infer<typeof ErrorName>;
type NameRow = Pick<ErrorName, "value" | "errorName" | "count" | "sessionCount"> & {
	errorId: string;
	userCount: number;
	total: number;
	total_rows: number;
};

const NEVER: ErrorCounts = { count: 0, sessionCount: 0, userCount: 0 };

/** Errors; name and message are those of the latest occurrence. */
const namesText = (querySql: QuerySql, conditions: readonly string[]) => `
  SELECT *, sum(count) OVER () AS total, count() OVER () AS total_rows
  FROM (
    SELECT
      ${CANONICAL_ERROR_ID} AS errorId,
      argMax(${MESSAGE}, ${ORDER}) AS value,
      argMax(event_name, ${ORDER}) AS errorName,
      ${ERROR_COUNTS}
    FROM events
    WHERE ${[countedRows(querySql), "type = 'error'", `${MESSAGE} != ''`, ...conditions].join("\n      AND ")}
    GROUP BY errorId
  )
  ORDER BY count DESC, value, errorId`;

export const errorsNames = report({
	path: "/errors/names",
	aliases: ["/error-names"],
	summary: "Errors; with `page`, the number of all rows is included",
	description:
		"To find what breaks most. Occurrences of one class with the same first calls of the stack are one error, whatever their message and bundle, and so are those whose stacks are the same in the sources, by uploaded source maps; `value` is the latest message. An `errorId` from before errors were grouped so stays valid, for that message, and one from before its source maps were there. `percentage` is of all listed occurrences; `trend` has a point for each bucket.",
	tag: "Errors",
	extra: {
		state: textParameter("`todo` (new and came back), `new`, `came_back`, `resolved` or `ignored`"),
		states: textParameter("`true` to include the state of each error"),
		release: textParameter("Only occurrences in this release"),
		seen: textParameter(
			"`true` to include the id of each error, the number of people affected, and its first and last occurrence among all events of the site",
		),
		trend: textParameter("`true` to include the occurrences of each error over time"),
		bucket: textParameter(`Bucket of the trend. ${bucketParameter("day").description}`),
		...comparisonParameters,
		...pageParameters(10),
	},
	response: rowsOrPage(ErrorName).extend({ comparison: ComparedRange.optional() }),
	answer: async (context) => {
		const { runSql, site, query, given, now } = context;
		const comparison = comparisonOf(given, query, now);
		const querySql = toSql(site.siteId, query);
		const page = pageOf(given, 10);
		const bucket = given.trend === "true" ? bucketOf(given.bucket, "day") : undefined;
		const groups = await groupsOfSite(context);
		Object.assign(querySql.parameters, groups.parameters);
		const decided = isStateAsked(given) ? await statesOfSite(context, groups) : undefined;
		const text = namesText(querySql, [
			...(given.release ? [`release = ${querySql.bind(given.release, "String")}`] : []),
			...inState(given.state, decided, querySql),
		]);
		const { rows, totalCount } = await runPage<NameRow>(runSql, text, querySql.parameters, page);
		const keys = rows.map(({ errorId }) => errorId);
		const isSeen = given.seen === "true" && keys.length > 0;
		const seen = isSeen ? await seenByKey(context, keys, groups) : undefined;
		const trends =
			bucket && keys.length > 0
				? await trendsByKey(context, querySql, { keys, bucket, groups })
				: undefined;
		const before =
			comparison &&
			(await countsByKey(context, toSql(site.siteId, comparison.query), keys, groups));
		const names = rows.map(({ total, total_rows, errorId, userCount, ...row }) => ({
			...row,
			percentage: percentageOf(row.count, total),
			...(before && { previous: before.get(errorId) ?? NEVER }),
			...((given.seen === "true" || before) && { errorId, userCount }),
			...seen?.get(errorId),
			...(trends && { trend: trends.get(errorId) ?? [] }),
			...(decided && { state: shownState(decided.get(errorId), context) }),
		}));
		const answer = answerRows(given.page, names, totalCount);
		return comparison ? { ...answer, comparison: comparison.range } : answer;
	},
});

/** Stored columns of an occurrence. */
const STORED = [
	...(["pathname", "hostname", "page_title", "referrer"] as const),
	...SOFTWARE,
	...(["device_type", "country", "city", "region"] as const),
] as const;

const Occurrence = z
	.object({
		...texts(["timestamp", "session_id", "user_id", ...STORED, "message", "stack"]),
		fileName: z.string().nullable(),
		lineNumber: z.number().nullable(),
		columnNumber: z.number().nullable(),
		errorName: z.string().optional(),
		release: z.string().optional(),
	})
	.meta({ component: "ErrorOccurrence" });
type OccurrenceRow = Omit<z.infer<typeof Occurrence>, "timestamp" | "errorName" | "release"> & {
	at: number;
	release: string;
	event_name: string;
	total_rows: number;
};

const nullable = (name: string, type: string) =>
	`if(JSONHas(properties, '${name}'), JSONExtract(properties, '${name}', 'Nullable(${type})'), NULL) AS ${name}`;

const occurrencesText = (querySql: QuerySql, ofError: string) => `
  SELECT
    toUnixTimestamp64Milli(timestamp) AS at,
    ${hexId("session_id")} AS session_id,
    ${hexId("user_id")} AS user_id,
    ${STORED.join(", ")},
    event_name,
    release,
    ${MESSAGE} AS message,
    JSONExtractString(properties, 'stack') AS stack,
    ${nullable("fileName", "String")},
    ${nullable("lineNumber", "Float64")},
    ${nullable("columnNumber", "Float64")},
    count() OVER () AS total_rows
  FROM events
  WHERE ${countedRows(querySql, { inLists: true })}
    AND type = 'error' AND ${ofError}
  ORDER BY timestamp DESC, source_offset DESC, source DESC`;

export const errorsEvents = report({
	path: "/errors/events",
	aliases: ["/error-events"],
	summary:
		"Occurrences of one error, newest first; with `errorId`, its name and release are included, and with `page`, the number of all rows",
	description:
		"With page, browser and stack, to reproduce it. 400 without `errorMessage` or `errorId`.",
	tag: "Errors",
	extra: { ...oneErrorParameters("This or `errorId` is required"), ...pageParameters(20) },
	response: rowsOrPage(Occurrence),
	answer: async (context) => {
		const { runSql, site, query, given } = context;
		const querySql = toSql(site.siteId, query);
		const ofError = ofOneError(given, querySql, await groupsOfSite(context));
		const text = occurrencesText(querySql, ofError);
		const { rows, totalCount } = await runPage<OccurrenceRow>(
			runSql,
			text,
			querySql.parameters,
			pageOf(given, 20),
			PLAIN_COLUMNS,
		);
		const occurrences = rows.map(({ at, event_name, release, total_rows, ...row }) => ({
			timestamp: new Date(at).toISOString(),
			...row,
			...(given.errorId && { errorName: event_name, release }),
		}));
		return answerRows(given.page, occurrences, totalCount);
	},
});

const pointsText = (querySql: QuerySql, ofError: string, startOf: OfInstant) => `
  SELECT ${startOf("timestamp")} AS time, count() AS error_count
  FROM events
  WHERE ${countedRows(querySql)}
    AND type = 'error' AND ${ofError}
  GROUP BY time
  ORDER BY time`;

export const errorsTimeSeries = report({
	path: "/errors/time-series",
	aliases: ["/error-bucketed"],
	summary:
		"Occurrences of all errors or of one, over time; without gaps if the range has both ends",
	description: "For a chart that shows when an error began or was fixed.",
	tag: "Errors",
	extra: {
		...oneErrorParameters("This or `errorId` is required, which may be `all`"),
		bucket: bucketParameter("day"),
		...comparisonParameters,
	},
	response: z.object({
		success: z.literal(true),
		data: z.array(comparedRow(ErrorPoint)),
		comparison: ComparedRange.optional(),
	}),
	answer: async (context) => {
		const { site, given } = context;
		const bucket = bucketOf(given.bucket, "day");
		// Rejects a range with too many buckets before anything is read.
		bucketsOf(context.query.period, bucket);
		const groups = await groupsOfSite(context);
		const series = await comparedSeries(context, bucket, (one) => {
			const querySql = toSql(site.siteId, one.query);
			const ofError =
				given.errorId === "all"
					? ofErrors({}, querySql, groups)
					: ofOneError(given, querySql, groups);
			return runSeries<z.infer<typeof ErrorPoint>>(one, querySql, {
				bucket,
				text: (startOf) => pointsText(querySql, ofError, startOf),
				emptyAt: (time) => ({ time, error_count: 0 }),
			});
		});
		return { success: true as const, ...series };
	},
});
