import { refusedParameters } from "@footfall/shared/api-error";
import { z } from "zod";
import { MAX_ROWS } from "../query/page.ts";
import { textParameter } from "../query/parameters.ts";
import { countedRows, type QuerySql, toSql } from "../query/report-query.ts";
import { count, type RunSql, report } from "../report/report.ts";

const property = (name: string) => `JSONExtractString(properties, '${name}')`;
const firstKnown = (...names: string[]) =>
	`coalesce(${names.map((name) => `nullIf(${property(name)}, '')`).join(", ")}, '')`;

/** The value that stands for an autocaptured event, by its type. */
export const CAPTURED_VALUE: Readonly<Record<string, string>> = {
	outbound: property("url"),
	button_click: property("text"),
	form_submit: firstKnown("formName", "formId", "formAction"),
	copy: property("text"),
};

interface Row {
	value: string;
	count: number;
	last_ms: number;
}

const textOf = (querySql: QuerySql, type: string, value: string, limit: number) => `
  SELECT ${value} AS value, count() AS count, toUnixTimestamp64Milli(max(timestamp)) AS last_ms
  FROM events
  WHERE ${countedRows(querySql)}
    AND type = '${type}'
  GROUP BY value
  HAVING value != ''
  ORDER BY count DESC, value
  LIMIT ${limit}`;

const typeParameter = {
	type: textParameter(`One of ${Object.keys(CAPTURED_VALUE).join(", ")}. Required`),
};

const valuesOf = (runSql: RunSql, querySql: QuerySql, type: string | undefined, limit: number) => {
	const value =
		type !== undefined && Object.hasOwn(CAPTURED_VALUE, type) ? CAPTURED_VALUE[type] : undefined;
	if (type === undefined || value === undefined)
		throw refusedParameters(
			"Invalid autocapture event type",
			`type: one of ${Object.keys(CAPTURED_VALUE).join(", ")}`,
		);
	return runSql<Row>(textOf(querySql, type, value, limit), querySql.parameters);
};

const printed = (at: number) => new Date(at).toISOString();

export const eventsAutocapture = report({
	path: "/events/autocapture",
	summary: "What was clicked, sent or copied, how often and when last",
	tag: "Events",
	extra: typeParameter,
	response: z.object({
		data: z.array(z.object({ value: z.string(), count: count(), lastOccurred: z.string() })),
	}),
	answer: async ({ runSql, site, query, given }) => {
		const rows = await valuesOf(runSql, toSql(site.siteId, query), given.type, MAX_ROWS);
		return {
			data: rows.map(({ value, count, last_ms }) => ({
				value,
				count,
				lastOccurred: printed(last_ms),
			})),
		};
	},
});

export const eventsAutocaptureValues = report({
	path: "/events/autocapture-values",
	summary: "What was clicked, sent or copied, as a list to choose from",
	tag: "Events",
	extra: typeParameter,
	response: z.object({ data: z.array(z.object({ value: z.string(), count: count() })) }),
	answer: async ({ runSql, site, query, given }) => {
		const rows = await valuesOf(runSql, toSql(site.siteId, query), given.type, 500);
		return { data: rows.map(({ value, count }) => ({ value, count })) };
	},
});

export const eventsOutbound = report({
	path: "/events/outbound",
	summary: "Links to elsewhere that were followed, how often and when last",
	tag: "Events",
	response: z.object({
		data: z.array(z.object({ url: z.string(), count: count(), lastClicked: z.string() })),
	}),
	answer: async ({ runSql, site, query }) => {
		const rows = await valuesOf(runSql, toSql(site.siteId, query), "outbound", MAX_ROWS);
		return {
			data: rows.map(({ value, count, last_ms }) => ({
				url: value,
				count,
				lastClicked: printed(last_ms),
			})),
		};
	},
});
