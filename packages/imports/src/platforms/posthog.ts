import type { ImportedHit } from "@footfall/shared/imported-hit";
import { setClient, setPlace } from "../names/set-client.ts";
import { addressOf, referrerOf } from "../row/address.ts";
import { jsonOf, numberIn, objectIn, textIn } from "../row/cell.ts";
import { hitIn, invalidFor, type RawRow, type ReadRow, skippedFor } from "../row/reading.ts";
import { setKnown, setNumbers } from "../row/set-known.ts";
import { timeOf } from "../row/timestamp.ts";

/** The product's own properties start with a dollar; the rest were sent by the site. */
const isOwn = (name: string): boolean =>
	!name.startsWith("$") && name !== "distinct_id" && name !== "token";

type Kind = Pick<ImportedHit, "type" | "eventName" | "properties" | "lcp" | "cls" | "inp" | "fcp">;

const VITALS = ["lcp", "cls", "inp", "fcp"] as const;

const vitalsIn = (properties: RawRow): Kind => {
	const kind: Kind = { type: "performance", eventName: "web-vitals" };
	for (const vital of VITALS) {
		const value = numberIn(properties, `$web_vitals_${vital.toUpperCase()}_value`);
		if (value !== undefined) kind[vital] = value;
	}
	return kind;
};

const NUMBERS = {
	screenWidth: "$screen_width",
	screenHeight: "$screen_height",
	latitude: "$geoip_latitude",
	longitude: "$geoip_longitude",
};

const errorIn = (properties: RawRow): Kind => ({
	type: "error",
	eventName: textIn(properties, "$exception_type") || "Error",
	properties: JSON.stringify({ message: textIn(properties, "$exception_message") }),
});

/** The kind of an event in our terms; `undefined` for PostHog's internal events. */
const kindOf = (name: string, properties: RawRow): Kind | undefined => {
	if (name === "$pageview" || name === "$screen") return { type: "pageview" };
	if (name === "$web_vitals") return vitalsIn(properties);
	if (name === "$exception") return errorIn(properties);
	if (name.startsWith("$")) return undefined;
	return { type: "custom_event", eventName: name, properties: jsonOf(properties, isOwn) };
};

/** A line of a PostHog export: one event with its properties. */
export const readPosthog: ReadRow = (row) => {
	const name = textIn(row, "event");
	if (name === "") return invalidFor("event is missing");
	const at = timeOf(row["timestamp"]);
	if (at === undefined) return invalidFor("timestamp is not a valid time");
	const visitor = textIn(row, "distinct_id");
	if (visitor === "") return invalidFor("distinct_id is missing");
	const properties = objectIn(row, "properties");
	const kind = kindOf(name, properties);
	if (kind === undefined) return skippedFor(`PostHog's ${name} events`);
	const page = addressOf(textIn(properties, "$current_url") || textIn(properties, "$pathname"));
	const device = textIn(properties, "$device_id");
	const isIdentified = device !== "" && device !== visitor;
	const hit: ImportedHit = {
		type: kind.type,
		visitor: device || visitor,
		identifiedUser: isIdentified ? visitor : "",
		at,
		hostname: textIn(properties, "$host").replace(/:\d+$/, "") || page.hostname,
		pathname: page.pathname,
		querystring: page.querystring,
		pageTitle: textIn(properties, "title"),
		referrer: referrerOf(textIn(properties, "$referrer")),
		userAgent: textIn(properties, "$raw_user_agent"),
		language: textIn(properties, "$browser_language"),
		timezone: textIn(properties, "$geoip_time_zone"),
	};
	setClient(hit, {
		browser: textIn(properties, "$browser"),
		browserVersion: textIn(properties, "$browser_version"),
		system: textIn(properties, "$os"),
		systemVersion: textIn(properties, "$os_version"),
		device: textIn(properties, "$device_type"),
	});
	const region = textIn(properties, "$geoip_subdivision_1_code");
	const city = textIn(properties, "$geoip_city_name");
	setPlace(hit, textIn(properties, "$geoip_country_code"), region, city);
	setKnown(hit, "id", textIn(row, "uuid"));
	setKnown(hit, "eventName", kind.eventName);
	setKnown(hit, "properties", kind.properties);
	for (const vital of VITALS) setKnown(hit, vital, kind[vital]);
	setNumbers(hit, properties, NUMBERS);
	return hitIn(hit);
};
