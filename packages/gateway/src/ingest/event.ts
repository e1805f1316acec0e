import { ClientEvent, parseClientEvent } from "@footfall/shared/event";
import type { Logger } from "@footfall/shared/logger";
import {
	encodeQueuedEvent,
	type QueuedEvent,
	textOfQueuedEvent,
} from "@footfall/shared/queued-event";
import type { DetectBot } from "../bots/layers.ts";
import { excluded } from "../exclusions/exclusions.ts";
import { eventTime } from "../lookup/event-time.ts";
import { type ReadRequestContext, trustOf } from "../lookup/read-request-context.ts";
import type { RequestContext, Sender } from "../lookup/request-context.ts";
import { deviceTypeFrom } from "../lookup/user-agent.ts";
import type { Configuration } from "../site-config/configuration.ts";
import type { FairShare } from "./admission/fair-share.ts";
import type { PageGaps } from "./admission/page-gaps.ts";
import type { SiteRate } from "./admission/site-rate.ts";
import type { Append } from "./append.ts";
import type { BuildEventRecord, EventRecord } from "./event-record.ts";
import { type Outcome, rejected, STORED, STORED_AS_BOT } from "./outcome.ts";
import type { OutcomeCounter } from "./outcome-counts.ts";
import type { RecentEventIds, Settle } from "./recent-event-ids.ts";
import { FAILED, refusalOf, TOO_MANY, UNAVAILABLE, UNKNOWN_SITE, WRONG_KEY } from "./refusals.ts";
import { wellFormed } from "./well-formed.ts";

/** Takes one event, as parsed from its request, all the way to the queue. Never throws and never rejects. */
export type Ingest = (
	candidate: unknown,
	sender: Sender,
	configuration: Configuration,
) => Outcome | Promise<Outcome>;

export interface IngestParts {
	append: Append;
	readContext: ReadRequestContext;
	judgeBot: DetectBot;
	enrich: BuildEventRecord;
	recentIds: RecentEventIds;
	siteRate: SiteRate;
	fairShare: FairShare;
	pageGaps: PageGaps;
	outcomes: OutcomeCounter;
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

	const failed = (error: unknown, { trace }: Pick<Sender, "trace">): Outcome => {
		log.error({ error: (error as Error).message, ...(trace && { trace }) }, "event failed");
		return rejected("failed", FAILED);
	};

	const recordOf = (event: ClientEvent, context: RequestContext): EventRecord => {
		const { settings } = context.site;
		// A server's own hints say nothing of its user's browser.
		const agent = context.agent.agent(context.trusted ? {} : context.headers);
		const occurredAt = eventTime(context.receivedAt, event);
		const bot =
			settings.blockBots && !context.trusted
				? parts.judgeBot({
						event,
						context,
						deviceType: agent.deviceType,
						heldMs: context.receivedAt - occurredAt,
					})
				: undefined;
		const deviceType = deviceTypeFrom(agent, event.screenWidth);
		return parts.enrich(event, context, { agent, deviceType, bot, occurredAt });
	};

	const store = (
		event: ClientEvent,
		context: RequestContext,
		settle: Settle = (outcome) => outcome,
	): Promise<Outcome> => {
		try {
			const { record, key } = recordOf(event, context);
			return append({ key, value: encoded(record) }, context.trace, (fault) => {
				if (fault !== undefined)
					return settle(rejected(fault, fault === "failed" ? FAILED : UNAVAILABLE));
				pageGaps.saw(record.site, event.page_id, event.seq);
				return settle(record.bot === undefined ? STORED : STORED_AS_BOT);
			});
		} catch (error) {
			return Promise.resolve(failed(error, context)).then(settle);
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

		const context = parts.readContext(event, sender, site, trusted);
		const verdict = excluded(event, context);
		if (verdict.verdict === "drop") return { kind: "filtered", reason: verdict.reason };
		return event.id === undefined
			? store(event, context)
			: recentIds.once(siteId, event.id, (settle) => store(event, context, settle));
	};

	return (candidate, sender, configuration) => {
		const attempt = (): Outcome | Promise<Outcome> => {
			try {
				return decide(candidate, sender, configuration);
			} catch (error) {
				return failed(error, sender);
			}
		};
		return outcomes.follow(attempt());
	};
};
