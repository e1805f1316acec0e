import type { ImportedHit } from "@footfall/shared/imported-hit";
import { setClient, setPlace } from "../names/set-client.ts";
import {
	addressOf,
	querystringOf,
	referrerOf,
	UTM_PARAMETERS,
	withParameters,
} from "../row/address.ts";
import { numberIn, textCellsIn, textIn } from "../row/cell.ts";
import { hitIn, invalidFor, type RawRow, type ReadRow, skippedFor } from "../row/reading.ts";
import { setKnown, setNumbers } from "../row/set-known.ts";
import { timeOf } from "../row/timestamp.ts";

const METADATA = "metadata.";

/** `metadata.plan_text` → `plan`: the product appends a value's type to its name. */
const propertiesIn = (row: RawRow): string => {
	const entries = Object.keys(row)
		.filter((name) => name.startsWith(METADATA) && textIn(row, name) !== "")
		.map((name) => [
			name.slice(METADATA.length).replace(/_(text|int|bool|date)$/, ""),
			name.endsWith("_int") ? (numberIn(row, name) ?? textIn(row, name)) : textIn(row, name),
		]);
	return JSON.stringify(Object.fromEntries(entries));
};

const languageIn = (row: RawRow): string =>
	[textIn(row, "lang_language"), textIn(row, "lang_region")].filter(Boolean).join("-");

/** A data point of Simple Analytics' export, page views and events alike. */
export const readSimpleAnalytics: ReadRow = (row) => {
	const at = timeOf(textIn(row, "added_iso")) ?? timeOf(textIn(row, "added_unix"));
	if (at === undefined)
		return invalidFor("neither added_iso nor added_unix is a valid time: export one of them");
	if (/^(true|1)$/i.test(textIn(row, "is_robot"))) return skippedFor("robots");
	const name = textIn(row, "datapoint");
	const isEvent = name !== "" && name !== "pageview";
	const { pathname, querystring } = addressOf(textIn(row, "path") || textIn(row, "path_and_query"));
	const query =
		querystringOf(textIn(row, "query")) ||
		querystring ||
		addressOf(textIn(row, "path_and_query")).querystring;
	const hit: ImportedHit = {
		at,
		type: isEvent ? "custom_event" : "pageview",
		eventName: isEvent ? name : "",
		properties: propertiesIn(row),
		hostname: textIn(row, "hostname_original") || textIn(row, "hostname"),
		pathname,
		querystring: withParameters(query, textCellsIn(row, UTM_PARAMETERS)),
		referrer: referrerOf(textIn(row, "document_referrer") || textIn(row, "referrer_hostname")),
		userAgent: textIn(row, "user_agent"),
		language: languageIn(row),
	};
	setClient(hit, {
		browser: textIn(row, "browser_name"),
		browserVersion: textIn(row, "browser_version"),
		system: textIn(row, "os_name"),
		systemVersion: textIn(row, "os_version"),
		device: textIn(row, "device_type"),
	});
	setPlace(hit, textIn(row, "country_code"));
	setKnown(hit, "id", textIn(row, "uuid"));
	setKnown(hit, "visitor", textIn(row, "session_id"));
	setNumbers(hit, row, { screenWidth: "screen_width", screenHeight: "screen_height" });
	return hitIn(hit);
};
