import { hash } from "node:crypto";
import type { ImportedHit } from "@footfall/shared/imported-hit";
import { jsonValue } from "@footfall/shared/json-value";
import type { QueuedEvent } from "@footfall/shared/queued-event";
import type { ConfiguredSite } from "@footfall/shared/site";
import { LRUCache } from "lru-cache";
import type { OwnHosts } from "../lookup/referrer.ts";
import { importedRegionCode } from "../lookup/region-code.ts";
import { queryOf } from "../lookup/url-parameters.ts";
import {
	deviceTypeFrom,
	type ParsedUserAgent,
	parseUserAgent,
	UNKNOWN_USER_AGENT,
} from "../lookup/user-agent.ts";
import { pageFieldsOf } from "./page.ts";

const MAX_REMEMBERED = 10_000;

/** The settings of a site that decide how an imported event is kept. */
export type ImportingSite = Pick<
	ConfiguredSite,
	"siteId" | "trackUrlParams" | "excludedQueryParams"
> &
	OwnHosts;

/** Converts hits of one product's export into events of a site, as if they had been collected. */
export type ImportedEventOf = (hit: ImportedHit) => QueuedEvent;

/** An address without the parameters that its site excludes. */
const withoutParameters = (url: string, excluded: ReadonlySet<string>): string => {
	const question = url.indexOf("?");
	if (question === -1 || excluded.size === 0) return url;
	const hash = url.indexOf("#", question);
	const end = hash === -1 ? url.length : hash;
	return (
		url.slice(0, question) +
		queryOf(url.slice(question, end), excluded).querystring +
		url.slice(end)
	);
};

/** The address that a link leads to, wherever an event contains it. */
const linkProperties = (properties: string, excluded: ReadonlySet<string>): string => {
	const value = jsonValue(properties);
	if (typeof value !== "object" || value === null || !("url" in value)) return properties;
	if (typeof value.url !== "string") return properties;
	return JSON.stringify({ ...value, url: withoutParameters(value.url, excluded) });
};

const hexOf = (text: string) => hash("md5", text, "hex");

/** In a fixed order: the same hit has the same id in every export. */
const contentOf = (hit: ImportedHit): string =>
	[
		...[hit.visitor, hit.at, hit.type, hit.eventName, hit.properties, hit.identifiedUser],
		...[hit.hostname, hit.pathname, hit.querystring, hit.referrer, hit.pageTitle, hit.tag],
	].join("\n");

/**
 * Builds the conversion. Ids of visitors and events are hashes of the product's ids and never equal to ids that were
 * collected here: an event without an id of its own gets one derived from its content, which begins with "#".
 * @param platform the product, so that equal ids of two products stay distinct
 */
export const createImportedEventOf = (site: ImportingSite, platform: string): ImportedEventOf => {
	const excludedQueryParams = new Set(site.excludedQueryParams.map((name) => name.toLowerCase()));
	const userAgents = new LRUCache<string, ParsedUserAgent>({ max: MAX_REMEMBERED });

	const clientOf = (hit: ImportedHit): ParsedUserAgent => {
		const { userAgent = "" } = hit;
		const parsed =
			userAgent === ""
				? UNKNOWN_USER_AGENT
				: (userAgents.get(userAgent) ?? parseUserAgent(userAgent));
		userAgents.set(userAgent, parsed);
		// The product may know from another source what the user agent lacks.
		return {
			browser: parsed.browser || (hit.browser ?? ""),
			browserVersion: parsed.browser ? parsed.browserVersion : (hit.browserVersion ?? ""),
			operatingSystem: parsed.operatingSystem || (hit.operatingSystem ?? ""),
			operatingSystemVersion: parsed.operatingSystem
				? parsed.operatingSystemVersion
				: (hit.operatingSystemVersion ?? ""),
			deviceType: parsed.deviceType || ((hit.deviceType ?? "") as ParsedUserAgent["deviceType"]),
		};
	};

	return (hit) => {
		const own = hit.id === undefined ? "" : hexOf(`${platform}/${hit.id}`);
		const content = own === "" ? hexOf(`${platform}/${contentOf(hit)}`) : "";
		const id = own === "" ? `#${content}` : `${platform}:${own}`;
		const client = clientOf(hit);
		const event: QueuedEvent = {
			v: 1,
			id,
			site: site.siteId,
			// The loader checks what was received recently, which an import was not.
			receivedAt: hit.at,
			occurredAt: hit.at,
			type: hit.type,
			eventName: hit.eventName ?? "",
			properties:
				hit.type === "outbound" && excludedQueryParams.size > 0
					? linkProperties(hit.properties ?? "{}", excludedQueryParams)
					: (hit.properties ?? "{}"),
			visitor: hexOf(`${platform}/${site.siteId}/${hit.visitor ?? id}`).slice(0, 16),
			identifiedUser: hit.identifiedUser ?? "",
			...pageFieldsOf(
				{ ...hit, referrer: withoutParameters(hit.referrer ?? "", excludedQueryParams) },
				site,
				excludedQueryParams,
			),
			pathname: hit.pathname ?? "",
			pageTitle: hit.pageTitle ?? "",
			tag: hit.tag ?? "",
			featureFlags: {},
			...client,
			deviceType: deviceTypeFrom(client, hit.screenWidth),
			language: hit.language ?? "",
			screenWidth: hit.screenWidth ?? 0,
			screenHeight: hit.screenHeight ?? 0,
			country: hit.country ?? "",
			region: importedRegionCode(hit.country ?? "", hit.region ?? ""),
			city: hit.city ?? "",
			latitude: hit.latitude ?? 0,
			longitude: hit.longitude ?? 0,
			timezone: hit.timezone ?? "",
			asn: 0,
			asnOrganization: "",
			pageId: "",
			sequence: -1,
		};
		for (const measure of [
			"lcp",
			"cls",
			"inp",
			"fcp",
			"ttfb",
			"msVisible",
			"scrollDepth",
		] as const) {
			const value = hit[measure];
			if (value !== undefined) event[measure] = value;
		}
		return event;
	};
};
