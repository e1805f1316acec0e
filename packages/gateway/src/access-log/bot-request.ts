import { createHash } from "node:crypto";
import type { ClientEvent } from "@footfall/shared/event";
import { MAX_LENGTH } from "@footfall/shared/limits";
import { botAsn } from "../bots/bot-asn.ts";
import { botVerdictOn } from "../bots/layers.ts";
import type { OperatorRanges } from "../bots/operator-ranges.ts";
import { uaPattern } from "../bots/ua-pattern.ts";
import { excluded } from "../exclusions/exclusions.ts";
import { plainAddress } from "../http/request/client-address.ts";
import type { BuildEventRecord, EventRecord } from "../ingest/event-record.ts";
import { wellFormed } from "../ingest/well-formed.ts";
import type { Geo } from "../lookup/geo.ts";
import type { RequestContext } from "../lookup/request-context.ts";
import type { ReadUserAgent } from "../lookup/user-agent-facts.ts";
import type { CompiledSite } from "../site-config/compiled-site.ts";
import type { LogEntry } from "./log-entry.ts";

export interface BotRequestParts {
	geo: Geo;
	readUserAgent: ReadUserAgent;
	isFromOperator: OperatorRanges;
	enrich: BuildEventRecord;
	now(): number;
}

/** What becomes of a log's entry: a bot's record, or nothing because a person asked or the site excludes it. */
export type LogRequestRecord = EventRecord | "other" | "excluded";

const ID_CHARACTERS = 32;

/** The same for the same line at the same place, so that a log that is read again is stored once. */
const idOf = (site: number, text: string, start: number): string =>
	createHash("sha256").update(`${site}/${start}/${text}`).digest("hex").slice(0, ID_CHARACTERS);

/**
 * Turns the entries of bots into records, as the gateway does with bots that run the tracker. A log holds no headers
 * and no signals, so only the agent tells a bot; the site's exclusions hold.
 */
export const botRequests = ({
	geo,
	readUserAgent,
	isFromOperator,
	enrich,
	now,
}: BotRequestParts) => {
	const readContext = (entry: LogEntry, site: CompiledSite): RequestContext => {
		const address = plainAddress(entry.address);
		const userAgent = entry.userAgent.slice(0, MAX_LENGTH.userAgent);
		return {
			site,
			// The operator's own word, so the site's list of origins is not asked.
			trusted: true,
			address,
			hops: () => [],
			headers: {},
			userAgent,
			agent: readUserAgent(userAgent),
			bearer: undefined,
			trace: undefined,
			receivedAt: now(),
			...geo.at(address),
		};
	};

	return (
		entry: LogEntry,
		line: { text: string; start: number },
		site: CompiledSite,
	): LogRequestRecord => {
		const context = readContext(entry, site);
		const event: ClientEvent = {
			type: "pageview",
			site_id: site.settings.id,
			id: idOf(site.settings.siteId, line.text, line.start),
			hostname: entry.host.slice(0, MAX_LENGTH.hostname),
			pathname: entry.pathname.slice(0, MAX_LENGTH.pathname),
			querystring: entry.querystring.slice(0, MAX_LENGTH.querystring),
			referrer: entry.referrer.slice(0, MAX_LENGTH.referrer),
		};
		const agent = context.agent.agent(context.headers);
		const suspect = { event, context, deviceType: agent.deviceType, heldMs: 0 };
		const says = uaPattern(suspect, false);
		if (says === undefined) return "other";
		if (excluded(event, context).verdict === "drop") return "excluded";
		const network = botAsn(suspect, true);
		const bot = botVerdictOn(
			context,
			{ ua_pattern: says, ...(network !== undefined && { bot_asn: network }) },
			isFromOperator,
		);
		const { record, key } = enrich(event, context, {
			agent,
			deviceType: agent.deviceType,
			bot,
			// A server's clock may run ahead a little.
			occurredAt: Math.min(entry.time, context.receivedAt),
		});
		return { record: wellFormed(record), key };
	};
};
