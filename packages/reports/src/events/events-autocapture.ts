import { refusedParameters } from "@footfall/shared/api-error";
import { z } from "zod";
import { CAPTURED_TYPES, type CapturedType } from "../definitions/property-filter.ts";
import { ComparedRange, changeNeedsComparison, comparisonParameters } from "../query/comparison.ts";
import { MAX_ROWS } from "../query/page.ts";
import { oneOf, textParameter } from "../query/parameters.ts";
import { countedRows, type QuerySql, toSql } from "../query/report-query.ts";
import { compared } from "../report/compared.ts";
import { count, type ReportContext, report } from "../report/report.ts";

const property = (name: string) => `JSONExtractString(properties, '${name}')`;
const firstKnown = (...names: string[]) =>
	`coalesce(${names.map((name) => `nullIf(${property(name)}, '')`).join(", ")}, '')`;

/** From what a person can read to what a page always has. */
const FORM = ["formName", "formId", "formAction"];

/** The value that stands for an autocaptured event, by its type. */
export const CAPTURED_VALUE: Readonly<Record<CapturedType, string>> = {
	outbound: property("url"),
	button_click: property("text"),
	form_submit: firstKnown(...FORM),
	copy: property("text"),
};

/** The text by which a goal or a step may name an autocaptured event; for a form its name, id or action URL. */
export const GOAL_VALUES: Readonly<Record<CapturedType, readonly string[]>> = {
	outbound: [CAPTURED_VALUE.outbound],
	button_click: [CAPTURED_VALUE.button_click],
	form_submit: FORM.map(property),
	copy: [CAPTURED_VALUE.copy],
};

interface Row {
	value: string;
	count: number;
	last_ms: number;
}

const textOf = (querySql: QuerySql, type: CapturedType, limit: number) => `
  SELECT ${CAPTURED_VALUE[type]} AS value, count() AS count, toUnixTimestamp64Milli(max(timestamp)) AS last_ms
  FROM events
  WHERE ${countedRows(querySql)}
    AND type = '${type}'
  GROUP BY value
  HAVING value != ''
  ORDER BY count DESC, value
  LIMIT ${limit}`;

const typeParameter = {
	type: textParameter(`One of ${CAPTURED_TYPES.join(", ")}. Required`),
};

const valuesOf = (
	{ runSql, site, query }: Pick<ReportContext, "runSql" | "site" | "query">,
	given: string | undefined,
	limit: number,
) => {
	const type = CAPTURED_TYPES.find((one) => one === given);
	if (type === undefined)
		throw refusedParameters(
			"Invalid autocapture event type",
			`type: one of ${CAPTURED_TYPES.join(", ")}`,
		);
	const querySql = toSql(site.siteId, query);
	return runSql<Row>(textOf(querySql, type, limit), querySql.parameters);
};

const printed = (at: number) => new Date(at).toISOString();

export const eventsAutocapture = report({
	path: "/events/autocapture",
	summary: "What was clicked, submitted or copied, how often, and when last",
	description: "Needs the capture of that type in the site's settings.",
	tag: "Events",
	extra: typeParameter,
	response: z.object({
		data: z.array(
			z
				.object({ value: z.string(), count: count(), lastOccurred: z.string() })
				.meta({ component: "AutocapturedValue" }),
		),
	}),
	answer: async (context) => {
		const rows = await valuesOf(context, context.given.type, MAX_ROWS);
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
	summary: "What was clicked, submitted or copied, as a list to choose from",
	description: "Suggestions for steps of goals and funnels, the most frequent first.",
	tag: "Events",
	extra: typeParameter,
	response: z.object({
		data: z.array(
			z.object({ value: z.string(), count: count() }).meta({ component: "AutocaptureCount" }),
		),
	}),
	answer: async (context) => {
		const rows = await valuesOf(context, context.given.type, 500);
		return { data: rows.map(({ value, count }) => ({ value, count })) };
	},
});

interface ComparedLink extends Row {
	before: number;
}

/** The links that differ most between two periods first. */
const byChange = (links: readonly ComparedLink[]): ComparedLink[] => {
	const difference = ({ count, before }: ComparedLink) => Math.abs(count - before);
	return links
		.toSorted(
			(one, two) =>
				difference(two) - difference(one) ||
				two.count - one.count ||
				Buffer.compare(Buffer.from(one.value), Buffer.from(two.value)),
		)
		.slice(0, MAX_ROWS);
};

const linkOf = ({ value, count, last_ms }: Row) => ({
	url: value,
	count,
	lastClicked: printed(last_ms),
});

export const eventsOutbound = report({
	path: "/events/outbound",
	summary: "Outbound links that were followed, how often, and when last",
	description: "Needs the site's `trackOutbound`.",
	tag: "Events",
	extra: {
		sort_by: textParameter(
			"`count` (the default), or with `compare` also `change`: the difference from the other period, with the links that only that period has",
		),
		...comparisonParameters,
	},
	response: z.object({
		data: z.array(
			z
				.object({
					url: z.string(),
					count: count(),
					lastClicked: z.string(),
					previous: z
						.object({ count: count() })
						.meta({ component: "OutboundLinkFigures" })
						.optional(),
				})
				.meta({ component: "OutboundLink" }),
		),
		comparison: ComparedRange.optional(),
	}),
	answer: async (context) => {
		const sortBy = oneOf("sort_by", context.given.sort_by, ["count", "change"], "count");
		const { answer, comparison, previous } = await compared(context, (asked) =>
			valuesOf(asked, "outbound", MAX_ROWS),
		);
		if (!comparison || !previous) {
			if (sortBy === "change") throw changeNeedsComparison();
			return { data: answer.map(linkOf) };
		}
		const before = new Map(previous.map(({ value, count }) => [value, count]));
		const links = answer.map((row) => ({ ...row, before: before.get(row.value) ?? 0 }));
		const own = new Set(answer.map(({ value }) => value));
		const gone = previous
			.filter(({ value }) => !own.has(value))
			.map((row) => ({ ...row, count: 0, before: row.count }));
		return {
			data: (sortBy === "change" ? byChange([...links, ...gone]) : links).map((link) => ({
				...linkOf(link),
				previous: { count: link.before },
			})),
			comparison: comparison.range,
		};
	},
});
