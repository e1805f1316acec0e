import type { ImportedHit } from "@footfall/shared/imported-hit";
import { dimensionValue } from "../names/dimension-value.ts";
import { setClient, setPlace } from "../names/set-client.ts";
import { addressOf, referrerOf, withParameters } from "../row/address.ts";
import { countIn, jsonOf, listIn, objectIn, textIn } from "../row/cell.ts";
import {
	figureIn,
	hitIn,
	invalidFor,
	type RawRow,
	type ReadRow,
	skippedFor,
} from "../row/reading.ts";
import { setKnown } from "../row/set-known.ts";
import { timeOf } from "../row/timestamp.ts";

/** Computed by this product itself, or covered by other events. */
const OWN_EVENTS = new Set([
	"session_start",
	"first_visit",
	"user_engagement",
	"scroll",
	"form_start",
	"view_search_results",
	"video_start",
	"video_progress",
	"video_complete",
]);

/** Parameters that every event carries: they are fields here. */
const PAGE_PARAMETERS =
	/^(page_|ga_|engaged_|engagement_|session_|batch_|entrances$|ignore_|debug_|source$|medium$|campaign$|term$|content$)/;

const VALUES = ["string_value", "int_value", "double_value", "float_value"];

/** BigQuery's list of `{key, value: {string_value, int_value, …}}` as an object. */
const parametersIn = (row: RawRow): RawRow => {
	const parameters: Record<string, unknown> = {};
	for (const entry of listIn(row, "event_params")) {
		if (typeof entry !== "object" || entry === null) continue;
		const parameter = entry as RawRow;
		const value = objectIn(parameter, "value");
		for (const name of VALUES) {
			const found = value[name];
			if (found === null || found === undefined) continue;
			parameters[textIn(parameter, "key")] = found;
			break;
		}
	}
	return parameters;
};

const kindOf = (
	name: string,
	parameters: RawRow,
): Pick<ImportedHit, "type" | "eventName" | "properties"> => {
	if (name === "page_view") return { type: "pageview" };
	const url = textIn(parameters, "link_url");
	if (name === "click" && url !== "")
		return {
			type: "outbound",
			properties: JSON.stringify({ url, text: textIn(parameters, "link_text") }),
		};
	const properties = jsonOf(parameters, (parameter) => !PAGE_PARAMETERS.test(parameter));
	return { type: "custom_event", eventName: name, properties };
};

const eventOf: ReadRow = (row) => {
	const name = textIn(row, "event_name");
	const at = timeOf(row["event_timestamp"]);
	if (at === undefined) return invalidFor("event_timestamp is not a valid time");
	if (OWN_EVENTS.has(name)) return skippedFor(`Google Analytics' ${name} events`);
	const visitor = textIn(row, "user_pseudo_id");
	if (visitor === "")
		return skippedFor("visitors who did not consent: they have no user_pseudo_id");
	const parameters = parametersIn(row);
	const device = objectIn(row, "device");
	const web = objectIn(device, "web_info");
	const place = objectIn(row, "geo");
	const source = objectIn(row, "collected_traffic_source");
	const page = addressOf(textIn(parameters, "page_location"));
	const kind = kindOf(name, parameters);
	const hit: ImportedHit = {
		type: kind.type,
		visitor,
		identifiedUser: textIn(row, "user_id"),
		at,
		hostname: page.hostname || textIn(web, "hostname"),
		pathname: page.pathname,
		querystring: withParameters(page.querystring, {
			utm_source: textIn(source, "manual_source"),
			utm_medium: textIn(source, "manual_medium"),
			utm_campaign: textIn(source, "manual_campaign_name"),
			gclid: textIn(source, "gclid"),
		}),
		pageTitle: textIn(parameters, "page_title"),
		referrer: referrerOf(textIn(parameters, "page_referrer")),
		language: textIn(device, "language"),
		city: textIn(place, "city").replace("(not set)", ""),
	};
	setClient(hit, {
		browser: textIn(web, "browser") || textIn(device, "browser"),
		browserVersion: textIn(web, "browser_version"),
		system: textIn(device, "operating_system"),
		systemVersion: textIn(device, "operating_system_version").replace(/^\D+/, ""),
		device: textIn(device, "category"),
	});
	setPlace(hit, textIn(place, "country"));
	setKnown(hit, "eventName", kind.eventName);
	setKnown(hit, "properties", kind.properties);
	return hitIn(hit);
};

/** Columns of reports downloaded as CSV → dimensions. */
const DIMENSIONS: readonly (readonly [RegExp, string])[] = [
	[/^page path/i, "page"],
	[/^landing page/i, "entry_page"],
	[/^session source/i, "source"],
	[/^country/i, "country"],
	[/^device category/i, "device_type"],
	[/^browser/i, "browser"],
	[/^operating system/i, "operating_system"],
	[/^event name/i, "event"],
];

const countOf = (row: RawRow, ...names: readonly string[]): number =>
	names.map((name) => countIn(row, name)).find((count) => count > 0) ?? 0;

const figureOf: ReadRow = (row) => {
	// Numbers use the language's separators too, so guessing could multiply them.
	if (row["Date"] === undefined && row["Datum"] !== undefined)
		return invalidFor(
			"the report is in German: set the language of Google Analytics to English and download it again",
		);
	const day = textIn(row, "Date").replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
	if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day)))
		return invalidFor(
			"the report has no Date column: totals must be per day, so add Date to the report",
		);
	const column = Object.keys(row).find((name) => DIMENSIONS.some(([form]) => form.test(name)));
	const dimension = DIMENSIONS.find(([form]) => column !== undefined && form.test(column))?.[1];
	const value = column === undefined ? "" : textIn(row, column);
	return figureIn({
		date: day,
		dimension: dimension ?? "",
		value: dimensionValue(dimension ?? "", value),
		visitors: countOf(row, "Active users", "Total users", "Users"),
		visits: countIn(row, "Sessions"),
		pageviews: countIn(row, "Views"),
		bounces:
			Math.max(0, countIn(row, "Sessions") - countIn(row, "Engaged sessions")) *
			Number(row["Engaged sessions"] !== undefined),
		durationSeconds: 0,
		events: countIn(row, "Event count"),
	});
};

/** A row of Google Analytics 4: an event of its BigQuery export, or one day of a report downloaded as CSV. */
export const readGa4: ReadRow = (row) =>
	row["event_name"] !== undefined && row["event_timestamp"] !== undefined
		? eventOf(row)
		: figureOf(row);
