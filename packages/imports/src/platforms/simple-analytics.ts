import type { ImportedHit } from "@footfall/shared/imported-hit";
import { browserName, browserVersion } from "../names/browser-name.ts";
import { countryCode } from "../names/country-code.ts";
import { deviceType } from "../names/device-type.ts";
import { systemName } from "../names/system-name.ts";
import { addressOf, querystringOf, referrerOf, withParameters } from "../row/address.ts";
import { numberIn, textIn } from "../row/cell.ts";
import { hitIn, invalidFor, type RawRow, type ReadRow, skippedFor } from "../row/reading.ts";
import { setKnown } from "../row/set-known.ts";
import { timeOf } from "../row/timestamp.ts";

const UTM_PARAMETERS = ["utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term"];
const METADATA = "metadata.";

/** `metadata.plan_text` → `plan`: the product writes a value's type behind its name. */
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
		return invalidFor("added_iso and added_unix are no time: export one of them");
	if (/^(true|1)$/i.test(textIn(row, "is_robot"))) return skippedFor("robots");
	const name = textIn(row, "datapoint");
	const isEvent = name !== "" && name !== "pageview";
	const { pathname, querystring } = addressOf(textIn(row, "path") || textIn(row, "path_and_query"));
	const query =
		querystringOf(textIn(row, "query")) ||
		querystring ||
		addressOf(textIn(row, "path_and_query")).querystring;
	const parameters: Record<string, string> = {};
	for (const parameter of UTM_PARAMETERS) parameters[parameter] = textIn(row, parameter);
	const system = systemName(textIn(row, "os_name"), textIn(row, "os_version"));
	const hit: ImportedHit = {
		at,
		type: isEvent ? "custom_event" : "pageview",
		eventName: isEvent ? name : "",
		properties: propertiesIn(row),
		hostname: textIn(row, "hostname_original") || textIn(row, "hostname"),
		pathname,
		querystring: withParameters(query, parameters),
		referrer: referrerOf(textIn(row, "document_referrer") || textIn(row, "referrer_hostname")),
		userAgent: textIn(row, "user_agent"),
		browser: browserName(textIn(row, "browser_name"), system.operatingSystem),
		browserVersion: browserVersion(textIn(row, "browser_version")),
		operatingSystem: system.operatingSystem,
		operatingSystemVersion: system.operatingSystemVersion,
		deviceType: deviceType(textIn(row, "device_type")),
		language: languageIn(row),
		country: countryCode(textIn(row, "country_code")),
	};
	setKnown(hit, "id", textIn(row, "uuid"));
	setKnown(hit, "visitor", textIn(row, "session_id"));
	setKnown(hit, "screenWidth", numberIn(row, "screen_width"));
	setKnown(hit, "screenHeight", numberIn(row, "screen_height"));
	return hitIn(hit);
};
