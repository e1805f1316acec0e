import { ClientEvent, parseClientEvent } from "@footfall/shared/event";
import type { Logger } from "@footfall/shared/logger";
import {
	encodeQueuedEvent,
	type QueuedEvent,
	textOfQueuedEvent,
} from "@footfall/shared/queued-event";
import type { JudgeBot } from "../bots/layers.ts";
import { excluded } from "../exclusions/exclusions.ts";
import { eventTime } from "../lookup/event-time.ts";
import { trustOf, type VisitOf } from "../lookup/read-request-context.ts";
import type { Sender, Visit } from "../lookup/request-context.ts";
import { deviceTypeFrom } from "../lookup/user-agent.ts";
import type { Configuration } from "../site-config/configuration.ts";
import type { FairShare } from "./admission/fair-share.ts";
import type { PageGaps } from "./admission/page-gaps.ts";
import type { SiteRate } from "./admission/site-rate.ts";
import type { Append } from "./append.ts";
import type { Enrich, Enriched } from "./event-record.ts";
import { type Fate, rejected, STORED, STORED_AS_BOT } from "./outcome.ts";
import type { Outcomes } from "./outcome-counts.ts";
import type { RecentIds, Settle } from "./recent-event-ids.ts";
import { FAILED, refusalOf, TOO_MANY, UNAVAILABLE, UNKNOWN_SITE, WRONG_KEY } from "./refusals.ts";
import { wellFormed } from "./well-formed.ts";

/** Takes one event, as parsed from its request, all the way to the queue. Never throws and never rejects. */
export type Ingest = (
	candidate: unknown,
	sender: Sender,
	configuration: Configuration,
) => Fate | Promise<Fate>;

export interface IngestParts {
	append: Append;
	visitOf: VisitOf;
	judgeBot: JudgeBot;
	enrich: Enrich;
	recentIds: RecentIds;
	siteRate: SiteRate;
	fairShare: FairShare;
	pageGaps: PageGaps;
	outcomes: Outcomes;
	log: Logger;
}

const KNOWN_KEYS: ReadonlySet<string> = new Set(
	ClientEvent.options.flatMap((option) => Object.keys(option.shape)),
);

const unknownKeysOf = (candidate: object): number => {
	let unknown = 0;
	for (const key in candidate) if (!KNOWN_KEYS.has(key)) unknown++;
	return unknown;
};

/** JSON writes a lone surrogate as an escape; properties hold escapes as text. */
const SURROGATE_ESCAPE = /\\ud[89a-f]/i;

const encoded = (event: QueuedEvent): Uint8Array => {
	const text = textOfQueuedEvent(event);
	const mayHoldSurrogates = text.includes("\\u") && SURROGATE_ESCAPE.test(text);
	return mayHoldSurrogates ? encodeQueuedEvent(wellFormed(event)) : Buffer.from(text);
};

/** The whole path of an event. */
export const ingestion = (parts: IngestParts): Ingest => {
	const { append, outcomes, pageGaps, recentIds, log } = parts;

	const failed = (error: unknown, { trace }: Pick<Sender, "trace">): Fate => {
		log.error({ error: (error as Error).message, ...(trace && { trace }) }, "event failed");
		return rejected("failed", FAILED);
	};

	const recordOf = (event: ClientEvent, visit: Visit): Enriched => {
		const { settings } = visit.site;
		// A server's own hints say nothing of its user's browser.
		const agent = visit.agent.agent(visit.trusted ? {} : visit.headers);
		const occurredAt = eventTime(visit.receivedAt, event);
		const bot =
			settings.blockBots && !visit.trusted
				? parts.judgeBot({
						event,
						visit,
						deviceType: agent.deviceType,
						heldMs: visit.receivedAt - occurredAt,
					})
				: undefined;
		const deviceType = deviceTypeFrom(agent, event.screenWidth);
		return parts.enrich(event, visit, { agent, deviceType, bot, occurredAt });
	};

	const store = (
		event: ClientEvent,
		visit: Visit,
		settle: Settle = (fate) => fate,
	): Promise<Fate> => {
		try {
			const { record, key } = recordOf(event, visit);
			return append({ key, value: encoded(record) }, visit.trace, (fault) => {
				if (fault !== undefined)
					return settle(rejected(fault, fault === "failed" ? FAILED : UNAVAILABLE));
				pageGaps.saw(record.site, event.page_id, event.seq);
				return settle(record.bot === undefined ? STORED : STORED_AS_BOT);
			});
		} catch (error) {
			return Promise.resolve(failed(error, visit)).then(settle);
		}
	};

	const decide: Ingest = (candidate, sender, configuration) => {
		const checked = parseClientEvent(candidate);
		if (!checked.success) return rejected("invalid", refusalOf(checked.error));
		const event = checked.data;
		outcomes.unknownKeys(unknownKeysOf(candidate as object));

		const site = configuration.site(event.site_id);
		if (site === undefined) return rejected("unknown_site", UNKNOWN_SITE);
		const { siteId } = site.settings;
		if (!parts.siteRate(siteId) || !parts.fairShare(siteId))
			return rejected("rate_limited", TOO_MANY);
		const trusted = trustOf(event, sender, site, configuration);
		if (trusted === undefined) return rejected("wrong_key", WRONG_KEY);

		const visit = parts.visitOf(event, sender, site, trusted);
		const verdict = excluded(event, visit);
		if (verdict.verdict === "drop") return { fate: "filtered", reason: verdict.reason };
		return event.id === undefined
			? store(event, visit)
			: recentIds.once(siteId, event.id, (settle) => store(event, visit, settle));
	};

	return (candidate, sender, configuration) => {
		const attempt = (): Fate | Promise<Fate> => {
			try {
				return decide(candidate, sender, configuration);
			} catch (error) {
				return failed(error, sender);
			}
		};
		return outcomes.follow(attempt());
	};
};
