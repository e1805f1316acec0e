import type { ImportedHit } from "@footfall/shared/imported-hit";
import { setClient, setPlace } from "../names/set-client.ts";
import { addressOf, referrerOf, withParameters } from "../row/address.ts";
import { textIn } from "../row/cell.ts";
import { hitIn, invalidFor, type ReadRow, skippedFor } from "../row/reading.ts";
import { setScreen } from "../row/set-known.ts";
import { timeOf } from "../row/timestamp.ts";

/** Visitors whose session the product no longer knows. */
const NO_SESSION = /^0*$/;

/** "Chrome 120.0" → the name and the major version. */
const nameAndVersion = (text: string): [name: string, version: string] => {
	const [, name = text, version = ""] = /^(.*?) (\d[\d.]*)$/.exec(text) ?? [];
	return [name, version];
};

/**
 * A referrer by its scheme: an address ("h"), a source name that the product derived from one ("g"), a campaign's name
 * ("c"), or anything else that a browser sent ("o").
 */
const arrivalOf = (scheme: string, text: string) => {
	const parameters: Record<string, string> = {};
	if (scheme === "g" || scheme === "c") parameters["utm_source"] = text;
	if (scheme === "c") parameters["utm_campaign"] = text;
	if (scheme === "g" && text === "Email") parameters["utm_medium"] = "email";
	return { parameters, referrer: scheme === "g" || scheme === "c" ? "" : referrerOf(text) };
};

/** A row of GoatCounter's CSV export, version 2. */
export const readGoatCounter: ReadRow = (row) => {
	const path = textIn(row, "Path") || textIn(row, "2Path");
	if (path === "")
		return invalidFor("Path is missing: only version 2 of the CSV export is supported");
	const at = timeOf(textIn(row, "Date"));
	if (at === undefined) return invalidFor("Date is not a valid time");
	const bot = textIn(row, "Bot");
	if (bot !== "" && bot !== "0" && bot !== "false") return skippedFor("robots");
	const isEvent = /^(true|1)$/i.test(textIn(row, "Event"));
	const { hostname, pathname, querystring } = addressOf(path);
	const session = textIn(row, "Session");
	const { referrer, parameters } = arrivalOf(
		textIn(row, "Referrer scheme"),
		textIn(row, "Referrer"),
	);
	const [browser, browserVersion] = nameAndVersion(textIn(row, "Browser"));
	const [system, systemVersion] = nameAndVersion(textIn(row, "System"));
	const [country = "", region = ""] = textIn(row, "Location").split("-");
	const hit: ImportedHit = {
		at,
		type: isEvent ? "custom_event" : "pageview",
		eventName: isEvent ? path : "",
		hostname,
		pathname: isEvent ? "" : pathname,
		querystring: withParameters(querystring, parameters),
		pageTitle: textIn(row, "Title"),
		referrer: referrer,
		userAgent: textIn(row, "UserAgent"),
	};
	setClient(hit, { browser, browserVersion, system, systemVersion });
	setPlace(hit, country, region);
	setScreen(hit, textIn(row, "Screen size"));
	if (!NO_SESSION.test(session)) hit.visitor = session;
	return hitIn(hit);
};
