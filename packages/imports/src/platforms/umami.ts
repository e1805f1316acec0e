import type { ImportedHit } from "@footfall/shared/imported-hit";
import { browserName } from "../names/browser-name.ts";
import { countryCode, regionCode } from "../names/country-code.ts";
import { deviceType } from "../names/device-type.ts";
import { systemName } from "../names/system-name.ts";
import { addressOf, querystringOf, referrerOf, withParameters } from "../row/address.ts";
import { textIn } from "../row/cell.ts";
import { hitIn, invalidFor, type ReadRow, skippedFor } from "../row/reading.ts";
import { sizeOf } from "../row/screen-size.ts";
import { setKnown } from "../row/set-known.ts";
import { timeOf } from "../row/timestamp.ts";

const PARAMETERS = [
	...["utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term"],
	...["gclid", "fbclid", "msclkid", "ttclid", "li_fat_id", "twclid"],
];

/** A row of umami's `website_event.csv`; times are in UTC. */
export const readUmami: ReadRow = (row) => {
	const at = timeOf(textIn(row, "created_at"));
	if (at === undefined) return invalidFor("created_at is no time");
	const type = textIn(row, "event_type");
	if (type !== "1" && type !== "2") return skippedFor("umami's links, pixels and other types");
	const name = textIn(row, "event_name");
	if (type === "2" && name === "") return invalidFor("a custom event without event_name");
	const visitor = textIn(row, "session_id");
	if (visitor === "") return invalidFor("session_id is missing");
	const { pathname } = addressOf(textIn(row, "url_path"));
	const parameters: Record<string, string> = {};
	for (const parameter of PARAMETERS) {
		const value = textIn(row, parameter);
		if (value !== "") parameters[parameter] = value;
	}
	const domain = textIn(row, "referrer_domain");
	const country = countryCode(textIn(row, "country"));
	const region = textIn(row, "region") || textIn(row, "subdivision1");
	const system = systemName(textIn(row, "os"));
	const size = sizeOf(textIn(row, "screen"));
	const hit: ImportedHit = {
		visitor,
		at,
		type: type === "2" ? "custom_event" : "pageview",
		eventName: name,
		identifiedUser: textIn(row, "distinct_id"),
		hostname: textIn(row, "hostname"),
		pathname,
		querystring: withParameters(querystringOf(textIn(row, "url_query")), parameters),
		pageTitle: textIn(row, "page_title"),
		referrer:
			domain === ""
				? ""
				: `${referrerOf(domain)}${textIn(row, "referrer_path")}${querystringOf(textIn(row, "referrer_query"))}`,
		tag: textIn(row, "tag"),
		browser: browserName(textIn(row, "browser"), system.operatingSystem),
		operatingSystem: system.operatingSystem,
		operatingSystemVersion: system.operatingSystemVersion,
		deviceType: deviceType(textIn(row, "device")),
		language: textIn(row, "language"),
		country,
		region: regionCode(country, region),
		city: textIn(row, "city"),
	};
	setKnown(hit, "id", textIn(row, "event_id"));
	setKnown(hit, "screenWidth", size.screenWidth);
	setKnown(hit, "screenHeight", size.screenHeight);
	return hitIn(hit);
};
