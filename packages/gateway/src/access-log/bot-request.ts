import { createHash } from "node:crypto";
import type { ClientEvent } from "@footfall/shared/event";
import { MAX_LENGTH } from "@footfall/shared/limits";
import { botAsn } from "../bots/bot-asn.ts";
import { botVerdictOn } from "../bots/layers.ts";
import type { OperatorRanges } from "../bots/operator-ranges.ts";
import { uaPattern } from "../bots/ua-pattern.ts";
import { excluded } from "../exclusions/exclusions.ts";
import type { BuildEventRecord, EventRecord } from "../ingest/event-record.ts";
import type { ApplySiteRules } from "../ingest/rule-step.ts";
import { wellFormed } from "../ingest/well-formed.ts";
import { plainAddress } from "../ip/plain-address.ts";
import type { Geo } from "../lookup/geo.ts";
import { type RequestContext, requestContextOf } from "../lookup/request-context.ts";
import type { ReadUserAgent } from "../lookup/user-agent-facts.ts";
import type { CompiledSite } from "../site-config/compiled-site.ts";
import type { LogEntry } from "./log-entry.ts";

/** A bot's record, or why a log entry has none: the request was not a bot's, or the site excludes it. */
type LogRequestRecord = EventRecord | "other" | "excluded";

const ID_CHARACTERS = 32;

/** The same for the same line at the same place, so a log that is read twice is stored once. */
const idOf = (site: number, text: string, start: number): string =>
	createHash("sha256").update(`${site}/${start}/${text}`).digest("hex").slice(0, ID_CHARACTERS);

/**
 * Turns the entries of bots into records, as the gateway does with bots that run the tracker. A log holds no headers
 * and no signals, so only the user agent reveals a bot; the site's exclusions and rules apply.
 */
export const createBotRequestRecords = ({
	geo,
	readUserAgent,
	isFromOperator,
	applyRules,
	buildRecord,
	now,
}: {
	geo: Geo;
	readUserAgent: ReadUserAgent;
	isFromOperator: OperatorRanges;
	applyRules: ApplySiteRules;
	buildRecord: BuildEventRecord;
	now(): number;
}) => {
	const contextOf = (entry: LogEntry, site: CompiledSite): RequestContext => {
		const address = plainAddress(entry.address);
		return requestContextOf({
			site,
			// The operator chose the site, so its list of origins does not apply.
			trusted: true,
			sender: { address, hops: () => [], headers: {}, receivedAt: now() },
			userAgent: readUserAgent(entry.userAgent.slice(0, MAX_LENGTH.userAgent)),
			addressFacts: geo.at(address),
		});
	};

	return (
		entry: LogEntry,
		line: { text: string; start: number },
		site: CompiledSite,
	): LogRequestRecord => {
		const context = contextOf(entry, site);
		const event: ClientEvent = {
			type: "pageview",
			site_id: site.settings.id,
			id: idOf(site.settings.siteId, line.text, line.start),
			hostname: entry.host.slice(0, MAX_LENGTH.hostname),
			pathname: entry.pathname.slice(0, MAX_LENGTH.pathname),
			querystring: entry.querystring.slice(0, MAX_LENGTH.querystring),
			referrer: entry.referrer.slice(0, MAX_LENGTH.referrer),
		};
		const input = { event, context, heldMs: 0 };
		const claim = uaPattern(input, false);
		if (claim === undefined) return "other";
		if (excluded(event, context).verdict === "drop") return "excluded";
		const ruled = applyRules(event, { site });
		if (ruled === undefined) return "excluded";
		const network = botAsn(input, true);
		const bot = botVerdictOn(
			context,
			{ ua_pattern: claim, ...(network !== undefined && { bot_asn: network }) },
			isFromOperator,
		);
		// A server's clock may run ahead a little.
		const occurredAt = Math.min(entry.time, context.receivedAt);
		const { record, key } = buildRecord(ruled, context, occurredAt, bot);
		return { record: wellFormed(record), key };
	};
};
