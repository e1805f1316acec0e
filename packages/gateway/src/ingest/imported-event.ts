import { hash } from "node:crypto";
import type { ImportedHit } from "@footfall/shared/imported-hit";
import type { QueuedEvent } from "@footfall/shared/queued-event";
import type { ConfiguredSite } from "@footfall/shared/site";
import { channelOf } from "../lookup/channel.ts";
import { recentMap } from "../lookup/recent-map.ts";
import { externalReferrer } from "../lookup/referrer.ts";
import { importedRegionCode } from "../lookup/region-code.ts";
import { queryOf } from "../lookup/url-parameters.ts";
import {
	deviceTypeFrom,
	type ParsedUserAgent,
	parseUserAgent,
	UNKNOWN_USER_AGENT,
} from "../lookup/user-agent.ts";

const NO_EXCLUSIONS: ReadonlySet<string> = new Set();
const MAX_REMEMBERED = 10_000;

/** What of a site decides how an imported event is kept. */
export type ImportingSite = Pick<
	ConfiguredSite,
	"siteId" | "trackUrlParams" | "excludedQueryParams"
>;

/** Turns hits of one product's export into events of a site, as if they had been collected. */
export type ImportedEventOf = (hit: ImportedHit) => QueuedEvent;

const hexOf = (text: string) => hash("md5", text, "hex");

/** In an order that never changes: the same hit has the same id in every export. */
const contentOf = (hit: ImportedHit): string =>
	[
		...[hit.visitor, hit.at, hit.type, hit.eventName, hit.properties, hit.identifiedUser],
		...[hit.hostname, hit.pathname, hit.querystring, hit.referrer, hit.pageTitle, hit.tag],
	].join("\n");

/**
 * Builds the conversion. Ids of visitors and events are hashes of the product's, apart from those of what was
 * collected here: an event without an id of its own has one made of its content, which begins with "#".
 * @param platform the product, so that equal ids of two of them stay apart
 */
export const importedEvents = (site: ImportingSite, platform: string): ImportedEventOf => {
	const excluded = new Set(site.excludedQueryParams.map((name) => name.toLowerCase()));
	const agents = recentMap<string, ParsedUserAgent>(MAX_REMEMBERED);

	const agentFor = (hit: ImportedHit): ParsedUserAgent => {
		const { userAgent = "" } = hit;
		let told = UNKNOWN_USER_AGENT;
		if (userAgent !== "") {
			told = agents.get(userAgent) ?? parseUserAgent(userAgent);
			agents.set(userAgent, told);
		}
		// What the user agent does not tell, the product may have known in another way.
		return {
			browser: told.browser || (hit.browser ?? ""),
			browserVersion: told.browser ? told.browserVersion : (hit.browserVersion ?? ""),
			operatingSystem: told.operatingSystem || (hit.operatingSystem ?? ""),
			operatingSystemVersion: told.operatingSystem
				? told.operatingSystemVersion
				: (hit.operatingSystemVersion ?? ""),
			deviceType: told.deviceType || ((hit.deviceType ?? "") as ParsedUserAgent["deviceType"]),
		};
	};

	return (hit) => {
		const own = hit.id === undefined ? "" : hexOf(`${platform}/${hit.id}`);
		const content = own === "" ? hexOf(`${platform}/${contentOf(hit)}`) : "";
		const id = own === "" ? `#${content}` : `${platform}:${own}`;
		const hostname = hit.hostname ?? "";
		const referrer = externalReferrer(hit.referrer ?? "", hostname);
		const querystring = hit.querystring ?? "";
		const all = queryOf(querystring, NO_EXCLUSIONS);
		const kept = site.trackUrlParams
			? excluded.size === 0
				? all
				: queryOf(querystring, excluded)
			: { querystring: "", parameters: {} };
		const agent = agentFor(hit);
		const event: QueuedEvent = {
			v: 1,
			id,
			site: site.siteId,
			// The loader looks at what was received lately; an import is none of it.
			receivedAt: hit.at,
			occurredAt: hit.at,
			type: hit.type,
			eventName: hit.eventName ?? "",
			properties: hit.properties ?? "{}",
			visitor: hexOf(`${platform}/${site.siteId}/${hit.visitor ?? id}`).slice(0, 16),
			identifiedUser: hit.identifiedUser ?? "",
			hostname,
			pathname: hit.pathname ?? "",
			querystring: kept.querystring,
			pageTitle: hit.pageTitle ?? "",
			referrer,
			channel: channelOf({ referrer, hostname, parameters: all.parameters }),
			urlParameters: kept.parameters,
			tag: hit.tag ?? "",
			featureFlags: {},
			...agent,
			deviceType: deviceTypeFrom(agent, hit.screenWidth),
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
