import type { ImportedHit } from "@footfall/shared/imported-hit";
import { setClient, setPlace } from "../names/set-client.ts";
import { addressOf, referrerOf, withParameters } from "../row/address.ts";
import { jsonOf, listIn, numberIn, textIn } from "../row/cell.ts";
import {
	hitIn,
	invalidFor,
	type RawRow,
	type Reading,
	type ReadRow,
	skippedFor,
	together,
} from "../row/reading.ts";
import { setKnown, setNumbers, setScreen } from "../row/set-known.ts";
import { timeOf } from "../row/timestamp.ts";

const visitorOf = (visit: RawRow): string =>
	textIn(visit, "visitorId") || textIn(visit, "fingerprint");

/** Sets the visitor of an action, the same for the whole visit. */
const setVisitor = (hit: ImportedHit, visit: RawRow): void => {
	hit.visitor = visitorOf(visit);
	hit.identifiedUser = textIn(visit, "userId");
	hit.language = textIn(visit, "languageCode");
	setClient(hit, {
		browser: textIn(visit, "browserName"),
		browserVersion: textIn(visit, "browserVersion"),
		system: textIn(visit, "operatingSystemName"),
		systemVersion: textIn(visit, "operatingSystemVersion"),
		device: textIn(visit, "deviceType"),
	});
	setPlace(hit, textIn(visit, "countryCode"), textIn(visit, "regionCode"), textIn(visit, "city"));
	setScreen(hit, textIn(visit, "resolution"));
	setNumbers(hit, visit, { latitude: "latitude", longitude: "longitude" });
};

/** The visit's source belongs to its first action only. */
const arrivalIn = (visit: RawRow) => {
	const isCampaign = textIn(visit, "referrerType") === "campaign";
	const named = isCampaign ? textIn(visit, "referrerName") : "";
	return {
		referrer: referrerOf(textIn(visit, "referrerUrl")),
		parameters: {
			utm_source: textIn(visit, "campaignSource") || named,
			utm_medium: textIn(visit, "campaignMedium") || (isCampaign ? "campaign" : ""),
			utm_campaign: textIn(visit, "campaignName") || named,
			utm_term:
				textIn(visit, "referrerKeyword") && (isCampaign ? textIn(visit, "referrerKeyword") : ""),
		},
	};
};

type Kind = Pick<ImportedHit, "type" | "eventName" | "properties">;

const compact = (values: RawRow) => jsonOf(values, (name) => values[name] !== "");

const custom = (eventName: string, properties: string): Kind => ({
	type: "custom_event",
	eventName,
	properties,
});

/** The kind of an action in our terms; `undefined` without a counterpart. */
const kindOf = (action: RawRow): Kind | undefined => {
	const url = textIn(action, "url");
	const name = textIn(action, "eventName");
	switch (textIn(action, "type")) {
		case "action":
			return { type: "pageview" };
		case "event": {
			const [category, value] = [textIn(action, "eventCategory"), textIn(action, "eventValue")];
			const eventName = textIn(action, "eventAction") || name || "event";
			return custom(eventName, compact({ category, name, value }));
		}
		case "outlink":
			return { type: "outbound", properties: JSON.stringify({ url }) };
		case "download":
			return custom("download", JSON.stringify({ url }));
		case "search":
			return custom("site_search", compact({ keyword: textIn(action, "siteSearchKeyword") }));
		default:
			return undefined;
	}
};

const QUARTER_MS = 900_000;
const MAX_OFFSET_MS = 14 * 3_600_000;

const actionTime = (action: unknown): number | undefined =>
	typeof action === "object" && action !== null
		? timeOf(numberIn(action as RawRow, "timestamp"))
		: undefined;

/** A site's UTC offset, rounded to quarters of an hour as time zones are. */
const offsetOf = (local: number | undefined, utc: number | undefined): number | undefined => {
	if (local === undefined || utc === undefined) return undefined;
	const offset = Math.round((local - utc) / QUARTER_MS) * QUARTER_MS;
	return Math.abs(offset) <= MAX_OFFSET_MS ? offset : undefined;
};

/**
 * The times of a visit's actions in UTC. Matomo writes them as the site's local time, and the visit's first and last
 * in UTC. Its actions are in order and less than an hour apart, so a step of an hour is a clock change.
 */
const timesOf = (visit: RawRow, actions: readonly unknown[]): (number | undefined)[] => {
	const locals = actions.map(actionTime);
	const known = locals.filter((local) => local !== undefined);
	const begin = offsetOf(known[0], timeOf(numberIn(visit, "firstActionTimestamp")));
	const end = offsetOf(known.at(-1), timeOf(numberIn(visit, "serverTimestamp")));
	let offset = begin ?? end ?? 0;
	const change = (end ?? offset) - offset;
	let isChanged = Math.abs(change) !== 2 * QUARTER_MS && Math.abs(change) !== 4 * QUARTER_MS;
	let before: number | undefined;
	return locals.map((local) => {
		if (local === undefined) return undefined;
		const step = before === undefined ? 0 : local - before;
		before = local;
		if (!isChanged && (change < 0 ? step < 0 : step >= change)) {
			isChanged = true;
			offset += change;
		}
		return local - offset;
	});
};

/** A visit of Matomo's `Live.getLastVisitsDetails`, with its actions. */
export const readMatomo: ReadRow = (visit) => {
	const visitId = textIn(visit, "idVisit");
	if (visitId === "")
		return invalidFor("idVisit is missing: export Live.getLastVisitsDetails as JSON");
	if (visitorOf(visit) === "") return invalidFor("visitorId is missing");
	const { referrer, parameters } = arrivalIn(visit);
	const begun = timeOf(numberIn(visit, "firstActionTimestamp"));
	const actions = listIn(visit, "actionDetails");
	const times = timesOf(visit, actions);
	let isFirst = true;
	let page = addressOf("");
	const readAction = (entry: unknown, index: number): Reading => {
		if (typeof entry !== "object" || entry === null)
			return invalidFor("an action is not an object");
		const action = entry as RawRow;
		const kind = kindOf(action);
		if (kind === undefined)
			return skippedFor(`Matomo's ${textIn(action, "type") || "unnamed"} actions`);
		const at = times[index] ?? begun;
		if (at === undefined) return invalidFor("an action has no timestamp");
		// A link's page is not its target but the page before.
		const isElsewhere = kind.type === "outbound" || kind.eventName === "download";
		if (!isElsewhere) page = addressOf(textIn(action, "url"));
		const arrival = isFirst;
		isFirst = false;
		const hit: ImportedHit = {
			type: kind.type,
			id: `${visitId}-${textIn(action, "idpageview") || "action"}-${index}`,
			at,
			hostname: page.hostname,
			pathname: page.pathname,
			querystring: arrival ? withParameters(page.querystring, parameters) : page.querystring,
			pageTitle: textIn(action, "pageTitle"),
			referrer: arrival ? referrer : "",
		};
		setKnown(hit, "eventName", kind.eventName);
		setKnown(hit, "properties", kind.properties);
		setVisitor(hit, visit);
		return hitIn(hit);
	};
	return actions.length === 0
		? skippedFor("visits without actions")
		: together(actions.map(readAction));
};
