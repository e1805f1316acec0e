import { fileURLToPath } from "node:url";
import type { EventStore } from "@footfall/store";

/** The path of one of the exports in `test/samples/imports`. */
export const sample = (name: string): string =>
	fileURLToPath(new URL(`../../../../test/samples/imports/${name}`, import.meta.url));

/** The figures that a product's own screens would show for an export. */
export interface Figures {
	pageviews: number;
	users: number;
	pages: Record<string, number>;
	events: Record<string, number>;
}

const csv = (name: string) => `file('${sample(name)}', 'CSVWithNames')`;
const json = (name: string) => `file('${sample(name)}', 'JSONAsString', 'json String')`;
const isTime = (column: string) => `parseDateTimeBestEffortOrNull(toString(${column})) IS NOT NULL`;

/**
 * Visitor, page and event of each row that the product itself would count, by the meaning of its own columns and parsed
 * by the engine: independent of the importing code.
 */
const COUNTED: Readonly<Record<string, string>> = {
	umami: `SELECT session_id AS visitor, toString(event_type) = '1' AS isView, url_path AS page, event_name AS event
		FROM ${csv("umami.csv")} WHERE toString(event_type) IN ('1', '2') AND ${isTime("created_at")}`,
	simple_analytics: `SELECT session_id AS visitor, datapoint = 'pageview' AS isView, path AS page, datapoint AS event
		FROM ${csv("simple-analytics.csv")} WHERE toString(is_robot) = 'false' AND toString(added_unix) NOT IN ('', '0')`,
	goatcounter: `SELECT Session AS visitor, toString(Event) = 'false' AS isView, path("2Path") AS page, "2Path" AS event
		FROM ${csv("goatcounter.csv")} WHERE toString(Bot) = '0' AND ${isTime("Date")}`,
	matomo: `SELECT visitor, JSONExtractString(action, 'type') = 'action' AS isView,
			path(JSONExtractString(action, 'url')) AS page, JSONExtractString(action, 'eventAction') AS event
		FROM (
			SELECT JSONExtractString(json, 'visitorId') AS visitor, arrayJoin(JSONExtractArrayRaw(json, 'actionDetails')) AS action
			FROM ${json("matomo.json")}
		) WHERE JSONExtractString(action, 'type') IN ('action', 'event')`,
	posthog: `SELECT JSONExtractString(json, 'distinct_id') AS visitor, event = '$pageview' AS isView,
			if(JSONType(json, 'properties') = 'String', JSONExtractString(json, 'properties'), JSONExtractRaw(json, 'properties')) AS properties,
			JSONExtractString(properties, '$pathname') AS page, JSONExtractString(json, 'event') AS event
		FROM ${json("posthog.jsonl")} WHERE event != '$autocapture' AND JSONHas(json, 'timestamp')`,
	ga4: `SELECT JSONExtractString(json, 'user_pseudo_id') AS visitor, event = 'page_view' AS isView,
			arrayFirst(one -> JSONExtractString(one, 'key') = 'page_location', JSONExtractArrayRaw(json, 'event_params')) AS location,
			path(JSONExtractString(location, 'value', 'string_value')) AS page, JSONExtractString(json, 'event_name') AS event
		FROM ${json("ga4.jsonl")} WHERE visitor != '' AND event != 'session_start'`,
	plain: `SELECT person AS visitor, toString(what) = '' AS isView, path(page) AS page, what AS event
		FROM ${csv("plain.csv")} WHERE ${isTime("when")}`,
};

/** Counts a sample as its source product would. */
export const figuresOfSample = async (
	store: Pick<EventStore, "query">,
	platform: string,
): Promise<Figures | undefined> => {
	const [figures] = await store.query<Figures>(
		`SELECT countIf(isView) AS pageviews, uniqExact(visitor) AS users,
			sumMapIf(map(page, 1), isView) AS pages, sumMapIf(map(event, 1), NOT isView) AS events
		FROM (${COUNTED[platform]}) SETTINGS schema_inference_make_columns_nullable = 0`,
	);
	return figures;
};

/** Plausible's days, from its file of visitors. */
export const daysOfPlausible = (store: Pick<EventStore, "query">) =>
	store.query(
		`SELECT toString(date) AS value, visitors AS daily_visitors, visits, pageviews, bounces
		FROM ${csv("plausible/imported_visitors_20250303_20250304.csv")}
		ORDER BY value SETTINGS schema_inference_make_columns_nullable = 0`,
	);
