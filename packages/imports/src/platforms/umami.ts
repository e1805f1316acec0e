import type { ImportedHit } from "@footfall/shared/imported-hit";
import { setClient, setPlace } from "../names/set-client.ts";
import {
	addressOf,
	querystringOf,
	referrerOf,
	UTM_PARAMETERS,
	withParameters,
} from "../row/address.ts";
import { textCellsIn, textIn } from "../row/cell.ts";
import { hitIn, invalidFor, type ReadRow, skippedFor } from "../row/reading.ts";
import { setKnown, setScreen } from "../row/set-known.ts";
import { timeOf } from "../row/timestamp.ts";

const PARAMETERS = [
	...UTM_PARAMETERS,
	...["gclid", "fbclid", "msclkid", "ttclid", "li_fat_id", "twclid"],
];

/** A row of umami's `website_event.csv`; times are in UTC. */
export const readUmami: ReadRow = (row) => {
	const at = timeOf(textIn(row, "created_at"));
	if (at === undefined) return invalidFor("created_at is not a valid time");
	const type = textIn(row, "event_type");
	if (type !== "1" && type !== "2")
		return skippedFor("Umami's link and pixel events (event_type is neither 1 nor 2)");
	const name = textIn(row, "event_name");
	if (type === "2" && name === "") return invalidFor("a custom event without event_name");
	const visitor = textIn(row, "session_id");
	if (visitor === "") return invalidFor("session_id is missing");
	const { pathname } = addressOf(textIn(row, "url_path"));
	const domain = textIn(row, "referrer_domain");
	const hit: ImportedHit = {
		visitor,
		at,
		type: type === "2" ? "custom_event" : "pageview",
		eventName: name,
		identifiedUser: textIn(row, "distinct_id"),
		hostname: textIn(row, "hostname"),
		pathname,
		querystring: withParameters(
			querystringOf(textIn(row, "url_query")),
			textCellsIn(row, PARAMETERS),
		),
		pageTitle: textIn(row, "page_title"),
		referrer:
			domain === ""
				? ""
				: `${referrerOf(domain)}${textIn(row, "referrer_path")}${querystringOf(textIn(row, "referrer_query"))}`,
		tag: textIn(row, "tag"),
		language: textIn(row, "language"),
	};
	setClient(hit, {
		browser: textIn(row, "browser"),
		system: textIn(row, "os"),
		device: textIn(row, "device"),
	});
	const region = textIn(row, "region") || textIn(row, "subdivision1");
	setPlace(hit, textIn(row, "country"), region, textIn(row, "city"));
	setScreen(hit, textIn(row, "screen"));
	setKnown(hit, "id", textIn(row, "event_id"));
	return hitIn(hit);
};
