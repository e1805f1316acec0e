import { randomUUID } from "node:crypto";
import { errorGroupOf } from "@footfall/shared/errors/error-group";
import type { ClientEvent } from "@footfall/shared/event";
import { jsonValue } from "@footfall/shared/json-value";
import { copyOptionalTexts, type QueuedEvent } from "@footfall/shared/queued-event";
import type { Judgement } from "../bots/layers.ts";
import type { VisitorOf } from "../lookup/ids/visitor-id.ts";
import { jsonWithoutParameters } from "../lookup/json-without-parameters.ts";
import type { RequestContext } from "../lookup/request-context.ts";
import { deviceTypeFrom } from "../lookup/user-agent.ts";
import { withoutParameters } from "../lookup/without-parameters.ts";
import type { CompiledSite } from "../site-config/compiled-site.ts";
import { type MoneyRefusal, moneyOf } from "./money.ts";
import { pageFieldsOf } from "./page.ts";

/** The record that the loader reads, and the key by which the queue keeps a session's records in order. */
export interface EventRecord {
	record: QueuedEvent;
	key: string;
	/** Set if the event's money was refused. */
	moneyRefused?: MoneyRefusal;
}

/** `occurredAt` is by our clock, in ms since the epoch. */
export type BuildEventRecord = (
	event: ClientEvent,
	context: RequestContext,
	occurredAt: number,
	judgement: Judgement,
) => EventRecord;

/** The store keeps screens in 16 bits and sequence numbers in 31. */
const LARGEST_SIZE = 65_535;
const LARGEST_SEQUENCE = 2_147_483_647;

const sizeOf = (pixels: number | undefined) => Math.min(pixels ?? 0, LARGEST_SIZE);

const VITALS = ["lcp", "cls", "inp", "fcp", "ttfb"] as const;

const addMeasures = (record: QueuedEvent, event: ClientEvent): void => {
	if (event.type === "performance") {
		for (const vital of VITALS) {
			const value = event[vital];
			if (typeof value === "number") record[vital] = value;
		}
	} else if (event.type === "engagement") {
		record.msVisible = event.ms_visible;
		if (event.scroll_depth !== undefined) record.scrollDepth = event.scroll_depth;
	}
};

/** Adds the money that an event states; returns why it is refused. */
export const addMoney = (
	record: QueuedEvent,
	event: ClientEvent,
	site: CompiledSite,
): MoneyRefusal | undefined => {
	const { money, orderId, refused } = moneyOf(event, site);
	if (money !== undefined) {
		record.revenue = money.amount;
		record.currency = money.currency;
	}
	if (orderId !== undefined) record.orderId = orderId;
	return refused;
};

/** Which error an occurrence belongs to. */
const groupOfError = ({ eventName, properties }: QueuedEvent): string => {
	const { message, stack } = Object(jsonValue(properties)) as Record<string, unknown>;
	return errorGroupOf({
		name: eventName,
		message: typeof message === "string" ? message : "",
		stack: typeof stack === "string" ? stack : undefined,
	});
};

/** Converts a checked event and the context of its request into a record. */
export const createEventRecordBuilder =
	(visitorOf: VisitorOf): BuildEventRecord =>
	(event, context, occurredAt, judgement) => {
		const { site, client, place, network, receivedAt } = context;
		const { settings } = site;
		const excluded = site.excludedQueryParams;
		const page = pageFieldsOf(event, settings, excluded);
		const ids = visitorOf(context, occurredAt, event.anonymous_id);
		const record: QueuedEvent = {
			v: 1,
			id: event.id ?? randomUUID(),
			site: settings.siteId,
			receivedAt,
			occurredAt,
			type: event.type,
			eventName: withoutParameters(event.event_name ?? "", excluded),
			properties: jsonWithoutParameters(event.properties ?? "{}", excluded),
			visitor: ids.visitor,
			identifiedUser: event.user_id ?? "",
			hostname: page.hostname,
			pathname: withoutParameters(event.pathname ?? "", excluded),
			querystring: page.querystring,
			pageTitle: withoutParameters(event.page_title ?? "", excluded),
			referrer: page.referrer,
			channel: page.channel,
			urlParameters: page.urlParameters,
			tag: event.tag ?? "",
			featureFlags: event.feature_flags ?? {},
			browser: client.browser,
			browserVersion: client.browserVersion,
			operatingSystem: client.operatingSystem,
			operatingSystemVersion: client.operatingSystemVersion,
			deviceType: deviceTypeFrom(client, event.screenWidth, event.maxTouchPoints),
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
		if (judgement === "suspected") record.suspected = 1;
		else if (judgement !== undefined) record.bot = judgement;
		copyOptionalTexts(event, record);
		if (event.type === "error") record.errorGroup = groupOfError(record);
		addMeasures(record, event);
		const moneyRefused = addMoney(record, event, site);
		return {
			record,
			key: `${settings.siteId}:${ids.partitionKey}`,
			...(moneyRefused && { moneyRefused }),
		};
	};
