import type { ImportedHit } from "@footfall/shared/imported-hit";
import { browserName, browserVersion } from "../names/browser-name.ts";
import { countryCode, regionCode } from "../names/country-code.ts";
import { systemName } from "../names/system-name.ts";
import { addressOf, referrerOf, withParameters } from "../row/address.ts";
import { textIn } from "../row/cell.ts";
import { hitIn, invalidFor, type ReadRow, skippedFor } from "../row/reading.ts";
import { sizeOf } from "../row/screen-size.ts";
import { setKnown } from "../row/set-known.ts";
import { timeOf } from "../row/timestamp.ts";

/** Visitors whose session the product no longer knows. */
const NO_SESSION = /^0*$/;

/** "Chrome 120.0" → the name and the major version. */
const nameAndVersion = (text: string): [name: string, version: string] => {
	const [, name = text, version = ""] = /^(.*?) (\d[\d.]*)$/.exec(text) ?? [];
	return [name, version];
};

/** A row of GoatCounter's CSV export, version 2. */
export const readGoatCounter: ReadRow = (row) => {
	const path = textIn(row, "Path") || textIn(row, "2Path");
	if (path === "") return invalidFor("Path is missing: only version 2 of the CSV export is read");
	const at = timeOf(textIn(row, "Date"));
	if (at === undefined) return invalidFor("Date is no time");
	const bot = textIn(row, "Bot");
	if (bot !== "" && bot !== "0" && bot !== "false") return skippedFor("robots");
	const isEvent = /^(true|1)$/i.test(textIn(row, "Event"));
	const { hostname, pathname, querystring } = addressOf(path);
	const session = textIn(row, "Session");
	const referrer = textIn(row, "Referrer");
	const isCampaign = textIn(row, "Referrer scheme") === "c";
	const [browser, version] = nameAndVersion(textIn(row, "Browser"));
	const [system, systemVersion] = nameAndVersion(textIn(row, "System"));
	const [land = "", region = ""] = textIn(row, "Location").split("-");
	const country = countryCode(land);
	const { operatingSystem, operatingSystemVersion } = systemName(system, systemVersion);
	const size = sizeOf(textIn(row, "Screen size"));
	const hit: ImportedHit = {
		at,
		type: isEvent ? "custom_event" : "pageview",
		eventName: isEvent ? path : "",
		hostname,
		pathname: isEvent ? "" : pathname,
		querystring: isCampaign ? withParameters(querystring, { utm_source: referrer }) : querystring,
		pageTitle: textIn(row, "Title"),
		referrer: isCampaign ? "" : referrerOf(referrer),
		userAgent: textIn(row, "UserAgent"),
		browser: browserName(browser, operatingSystem),
		browserVersion: browserVersion(version),
		operatingSystem,
		operatingSystemVersion,
		country,
		region: regionCode(country, region),
	};
	if (!NO_SESSION.test(session)) hit.visitor = session;
	setKnown(hit, "screenWidth", size.screenWidth);
	setKnown(hit, "screenHeight", size.screenHeight);
	return hitIn(hit);
};
