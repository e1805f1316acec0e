import { MAX_LENGTH } from "@footfall/shared/limits";
import type { Candidate } from "./client-act.ts";
import { type JsonObject, jsonObjectOf } from "./json-object.ts";
import { pageAddressOf } from "./page-address.ts";

/** An event of Plausible's clients for each of its domains, or what is wrong with each field. */
export type PlausibleEvent =
	| { domains: readonly string[]; candidate: Candidate; page: string }
	| { faults: Readonly<Record<string, readonly string[]>> };

/** One request must not become thousands of events. */
const MAX_DOMAINS = 20;

/** The fields that one kind of event has in addition to, or in place of, the common ones. */
type OwnFields = (properties: JsonObject, body: JsonObject) => Candidate;

const customEvent = (name: unknown, properties: JsonObject | undefined): Candidate => ({
	type: "custom_event",
	event_name: name,
	properties,
});

/** Of forms, Plausible sends nothing but that one was submitted. */
const UNKNOWN_FORM = { formId: "", formName: "", formAction: "", method: "", fieldCount: 0 };

const engagement: OwnFields = (_properties, { e, sd }) => ({
	type: "engagement",
	ms_visible: e ?? 0,
	// Clients send more than 100 for a page whose depth is unknown.
	scroll_depth: typeof sd === "number" && (sd < 0 || sd > 100) ? undefined : sd,
});

/** The events that Plausible's scripts send automatically, as our tracker reports the same situation. */
const AUTOMATIC: ReadonlyMap<unknown, OwnFields> = new Map<string, OwnFields>([
	["pageview", (properties) => ({ type: "pageview", properties })],
	["engagement", engagement],
	// The name of engagement in older scripts.
	["pageleave", engagement],
	[
		"Outbound Link: Click",
		(properties) =>
			typeof properties["url"] === "string" && URL.canParse(properties["url"])
				? { type: "outbound", properties }
				: customEvent("Outbound Link: Click", properties),
	],
	["File Download", (properties) => customEvent("download", properties)],
	[
		"Form: Submission",
		(properties) => ({ type: "form_submit", properties: { ...UNKNOWN_FORM, ...properties } }),
	],
]);

const NO_PROPERTIES: JsonObject = {};

const fieldsOf = (name: unknown, properties: JsonObject | undefined, body: JsonObject) => {
	const fields = AUTOMATIC.get(name)?.(properties ?? NO_PROPERTIES, body);
	return fields ?? customEvent(name, properties);
};

const revenueOf = (given: unknown): Candidate => {
	const { amount, currency } = jsonObjectOf(given) ?? NO_PROPERTIES;
	return amount === undefined ? {} : { revenue: { amount, currency } };
};

/** The domains in a list; without one, the host of the page. */
const domainsOf = (given: unknown, hostname: string): string[] => {
	const list = typeof given === "string" ? given : hostname.replace(/^www\./, "");
	// One more than allowed tells that there are too many.
	const domains = list.split(",", MAX_DOMAINS + 1).map((domain) => domain.trim());
	return [...new Set(domains.filter((domain) => domain !== ""))];
};

/** What a body that Plausible's clients send to `/api/event` describes. */
export const plausibleEventOf = (body: JsonObject): PlausibleEvent => {
	const first = (...names: readonly string[]): unknown =>
		names.map((name) => body[name]).find((value) => value !== undefined && value !== null);
	const faults: Record<string, readonly string[]> = {};
	const name = first("n", "name");
	if (name === undefined || name === "") faults["event_name"] = ["can't be blank"];
	else if (typeof name !== "string") faults["event_name"] = ["must be a string"];
	else if (name.length > MAX_LENGTH.eventName)
		faults["event_name"] = [`should be at most ${MAX_LENGTH.eventName} character(s)`];

	const url = first("u", "url");
	const isByHash = ["1", "true"].includes(String(first("h", "hashMode")));
	const page = typeof url === "string" ? pageAddressOf(url, isByHash ? "all" : "none") : undefined;
	if (url === undefined) faults["url"] = ["is required"];
	else if (typeof url !== "string") faults["url"] = ["must be a string"];
	else if (page === undefined) faults["url"] = ["must be an absolute URL"];

	const domains = domainsOf(first("d", "domain"), page?.hostname ?? "");
	if (domains.length === 0) faults["domain"] = ["can't be blank"];
	else if (domains.length > MAX_DOMAINS)
		faults["domain"] = [`must be at most ${MAX_DOMAINS} domains`];
	if (Object.keys(faults).length > 0) return { faults };

	const properties = jsonObjectOf(first("m", "meta", "p", "props"));
	return {
		domains,
		page: String(url),
		candidate: {
			...page,
			referrer: first("r", "referrer"),
			...revenueOf(first("$", "revenue")),
			...fieldsOf(name, properties, body),
		},
	};
};
