import { randomUUID } from "node:crypto";
import type { ClientEvent } from "@footfall/shared/event";
import type { BotVerdict, QueuedEvent } from "@footfall/shared/queued-event";
import { channelOf } from "../lookup/channel.ts";
import { externalReferrer } from "../lookup/referrer.ts";
import type { RequestContext } from "../lookup/request-context.ts";
import { type Query, queryOf } from "../lookup/url-parameters.ts";
import type { DeviceType, ParsedUserAgent } from "../lookup/user-agent.ts";
import type { VisitorIdInput, VisitorIds } from "../lookup/visitor-id.ts";

/** What the path of an event has found out before it comes here. */
export interface Known {
	agent: ParsedUserAgent;
	deviceType: DeviceType | "";
	bot: BotVerdict | undefined;
	/** By our clock, ms since the epoch. */
	occurredAt: number;
}

/** The record that the loader reads, and the key by which the queue keeps a visit's records in order. */
export interface EventRecord {
	record: QueuedEvent;
	key: string;
}

const NO_EXCLUSIONS: ReadonlySet<string> = new Set();
const NOTHING_KEPT: Query = { querystring: "", parameters: {} };
/** The store keeps screens in 16 bits and sequence numbers in 31. */
const LARGEST_SIZE = 65_535;
const LARGEST_SEQUENCE = 2_147_483_647;

const sizeOf = (pixels: number | undefined) => Math.min(pixels ?? 0, LARGEST_SIZE);

type Measures = Pick<
	QueuedEvent,
	"lcp" | "cls" | "inp" | "fcp" | "ttfb" | "msVisible" | "scrollDepth"
>;

const VITALS = ["lcp", "cls", "inp", "fcp", "ttfb"] as const;

const addMeasures = (measures: Measures, event: ClientEvent): void => {
	if (event.type === "performance") {
		for (const vital of VITALS) {
			const value = event[vital];
			if (typeof value === "number") measures[vital] = value;
		}
	} else if (event.type === "engagement") {
		measures.msVisible = event.ms_visible;
		if (event.scroll_depth !== undefined) measures.scrollDepth = event.scroll_depth;
	}
};

export type BuildEventRecord = (
	event: ClientEvent,
	context: RequestContext,
	known: Known,
) => EventRecord;

/** Turns a checked event and what is known of its sender into a record. */
export const eventRecordBuilder =
	(visitorIds: (traits: VisitorIdInput) => VisitorIds): BuildEventRecord =>
	(event, context, { agent, deviceType, bot, occurredAt }) => {
		const { site, place, network, receivedAt } = context;
		const { settings } = site;
		const hostname = event.hostname ?? "";
		const referrer = externalReferrer(event.referrer ?? "", hostname);
		const querystring = event.querystring ?? "";
		const all = queryOf(querystring, NO_EXCLUSIONS);
		const kept = !settings.trackUrlParams
			? NOTHING_KEPT
			: site.excludedQueryParams.size === 0
				? all
				: queryOf(querystring, site.excludedQueryParams);
		const ids = visitorIds({
			site: settings.siteId,
			address: context.visitorAddress,
			agent: context.agent,
			anonymousId: event.anonymous_id,
			salted: settings.saltUserIds,
			occurredAt,
			cache: context.visitorIdCache,
		});
		const record: QueuedEvent = {
			v: 1,
			id: event.id ?? randomUUID(),
			site: settings.siteId,
			receivedAt,
			occurredAt,
			type: event.type,
			eventName: event.event_name ?? "",
			properties: event.properties ?? "{}",
			visitor: ids.visitor,
			identifiedUser: event.user_id ?? "",
			hostname,
			pathname: event.pathname ?? "",
			querystring: kept.querystring,
			pageTitle: event.page_title ?? "",
			referrer,
			channel: channelOf({ referrer, hostname, parameters: all.parameters }),
			urlParameters: kept.parameters,
			tag: event.tag ?? "",
			featureFlags: event.feature_flags ?? {},
			browser: agent.browser,
			browserVersion: agent.browserVersion,
			operatingSystem: agent.operatingSystem,
			operatingSystemVersion: agent.operatingSystemVersion,
			deviceType,
			language: event.language ?? "",
			screenWidth: sizeOf(event.screenWidth),
			screenHeight: sizeOf(event.screenHeight),
			country: place.country,
			region: place.region,
			city: place.city,
			latitude: place.latitude,
			longitude: place.longitude,
			timezone: place.timezone,
			asn: network.asn,
			asnOrganization: network.asnOrganization,
			pageId: event.page_id ?? "",
			sequence: Math.min(event.seq ?? -1, LARGEST_SEQUENCE),
		};
		if (ids.visitorYesterday !== undefined) record.visitorYesterday = ids.visitorYesterday;
		if (settings.trackIp) record.ip = context.address;
		if (bot !== undefined) record.bot = bot;
		addMeasures(record, event);
		return { record, key: `${settings.siteId}:${ids.partitionKey}` };
	};
