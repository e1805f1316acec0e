import type { ImportedHit } from "@footfall/shared/imported-hit";
import { MAX_LENGTH } from "@footfall/shared/limits";
import { z } from "zod";
import { setClient, setPlace } from "../names/set-client.ts";
import {
	addressOf,
	querystringOf,
	referrerOf,
	UTM_PARAMETERS,
	withParameters,
} from "../row/address.ts";
import { objectIn, textCellsIn, textIn } from "../row/cell.ts";
import { hitIn, invalidFor, type RawRow, type ReadRow } from "../row/reading.ts";
import { setKnown, setNumbers } from "../row/set-known.ts";
import { timeOf } from "../row/timestamp.ts";

/** The fields of a row of the plain format; only `timestamp` and a page or an event's name are required. */
export const PLAIN_FIELDS = [
	"timestamp",
	"id",
	"visitor",
	"user_id",
	"type",
	"event_name",
	"properties",
	"url",
	"hostname",
	"pathname",
	"querystring",
	"page_title",
	"referrer",
	...UTM_PARAMETERS,
	"tag",
	"user_agent",
	"browser",
	"browser_version",
	"operating_system",
	"operating_system_version",
	"device_type",
	"language",
	"screen_width",
	"screen_height",
	"country",
	"region",
	"city",
	"latitude",
	"longitude",
	"timezone",
] as const;

const Source = z.union([
	z.string().min(1).max(256),
	z.strictObject({ value: z.string().max(2048) }).meta({ component: "FixedValue" }),
]);

/**
 * Field → the column that holds it, or `{ "value": … }` for all rows. An unmapped field is read from the column of its
 * own name.
 */
export const PlainMapping = z.partialRecord(z.enum(PLAIN_FIELDS), Source);
export type PlainMapping = z.infer<typeof PlainMapping>;

const renamed =
	(mapping: PlainMapping) =>
	(row: RawRow): RawRow => {
		const named: Record<string, unknown> = {};
		for (const field of PLAIN_FIELDS) {
			const source = mapping[field] ?? field;
			named[field] = typeof source === "string" ? row[source] : source.value;
		}
		return named;
	};

const NUMBERS = {
	screenWidth: "screen_width",
	screenHeight: "screen_height",
	latitude: "latitude",
	longitude: "longitude",
};

const readNamed: ReadRow = (row) => {
	const at = timeOf(row["timestamp"]);
	if (at === undefined)
		return invalidFor("timestamp is not a valid time: use ISO 8601 or a Unix time");
	const type = textIn(row, "type") || (textIn(row, "event_name") ? "custom_event" : "pageview");
	if (type !== "pageview" && type !== "custom_event")
		return invalidFor("type is neither pageview nor custom_event");
	const eventName = textIn(row, "event_name");
	if (type === "custom_event" && eventName === "")
		return invalidFor("a custom event without event_name");
	const url = textIn(row, "url") || textIn(row, "pathname");
	if (url === "" && type === "pageview") return invalidFor("neither url nor pathname is set");
	const page = url === "" ? { hostname: "", pathname: "", querystring: "" } : addressOf(url);
	const querystring = querystringOf(textIn(row, "querystring")) || page.querystring;
	const id = textIn(row, "id");
	if (id.length > MAX_LENGTH.eventId)
		return invalidFor(`id has more than ${MAX_LENGTH.eventId} characters`);
	const hit: ImportedHit = {
		at,
		type,
		eventName,
		properties: row["properties"] ? JSON.stringify(objectIn(row, "properties")) : "{}",
		identifiedUser: textIn(row, "user_id"),
		hostname: textIn(row, "hostname") || page.hostname,
		pathname: page.pathname,
		querystring: withParameters(querystring, textCellsIn(row, UTM_PARAMETERS)),
		pageTitle: textIn(row, "page_title"),
		referrer: referrerOf(textIn(row, "referrer")),
		tag: textIn(row, "tag"),
		userAgent: textIn(row, "user_agent"),
		language: textIn(row, "language"),
		timezone: textIn(row, "timezone"),
	};
	setClient(hit, {
		browser: textIn(row, "browser"),
		browserVersion: textIn(row, "browser_version"),
		system: textIn(row, "operating_system"),
		systemVersion: textIn(row, "operating_system_version"),
		device: textIn(row, "device_type"),
	});
	setPlace(hit, textIn(row, "country"), textIn(row, "region"), textIn(row, "city"));
	setKnown(hit, "id", id);
	setKnown(hit, "visitor", textIn(row, "visitor"));
	setNumbers(hit, row, NUMBERS);
	return hitIn(hit);
};

/** A row of the plain format, CSV or JSON lines, with columns mapped to fields. */
export const createPlainReader = (mapping: PlainMapping): ReadRow => {
	const rename = renamed(mapping);
	return (row) => readNamed(rename(row));
};
