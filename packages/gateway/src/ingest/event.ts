import { type ClientEvent, parseClientEvent } from "@footfall/shared/event";
import { type QueuedEvent, textOfQueuedEvent } from "@footfall/shared/queued-event";
import { textOfQueuedQuarantine } from "@footfall/shared/queued-quarantine";
import { FAILED, refusalOf } from "../errors/refusals.ts";
import { eventTime } from "../lookup/event-time.ts";
import type { RequestContext, RequestSender } from "../lookup/request-context.ts";
import { checkSchema } from "../schemas/check-schema.ts";
import type { ViolationCounts } from "../schemas/violation-counts.ts";
import type { PageGaps } from "./admission/page-gaps.ts";
import {
	checkKey,
	checkProperties,
	exclude,
	findSite,
	type Ingest,
	type IngestParts,
} from "./admit.ts";
import { createEventRecordBuilder } from "./event-record.ts";
import { DUPLICATE, type Outcome, rejected, STORED, storedAsBot } from "./outcome.ts";
import type { OutcomeCounter } from "./outcome-counts.ts";
import type { RecentEventIds } from "./recent-event-ids.ts";
import { DROPPED_BY_RULE } from "./rule-step.ts";
import { unknownFieldsOf } from "./unknown-fields.ts";
import { wellFormed } from "./well-formed.ts";

/** JSON writes a lone surrogate as an escape; properties hold escapes as text. */
const SURROGATE_ESCAPE = /\\ud[89a-f]/i;

/** The text of a record that any store can keep. */
export const recordTextOf = (event: QueuedEvent): string => {
	const text = textOfQueuedEvent(event);
	const mayHoldSurrogates = text.includes("\\u") && SURROGATE_ESCAPE.test(text);
	return mayHoldSurrogates ? textOfQueuedEvent(wellFormed(event)) : text;
};

/** The path of an event from its JSON to the queue, step by step: `ingest` and, after it, `store`. */
export const createEventIngestion = (
	{ admission, readContext, applyRules, append, visitorOf }: IngestParts,
	recentEventIds: RecentEventIds,
	pageGaps: PageGaps,
	outcomes: OutcomeCounter,
	violations: Pick<ViolationCounts, "saw">,
	sawSender: (event: ClientEvent, context: RequestContext, sender: RequestSender) => void,
): Ingest => {
	const buildRecord = createEventRecordBuilder(visitorOf);

	const ingest: Ingest = (candidate, sender, configuration) => {
		const checked = parseClientEvent(candidate);
		if (!checked.success) return rejected("invalid", refusalOf(checked.error));
		const event = checked.data;
		outcomes.unknownKeys(unknownFieldsOf(candidate as object).length);

		const site = findSite(event.site_id, configuration);
		if ("kind" in site) return site;
		const tooLong = checkProperties(event, site);
		if (tooLong !== undefined) return tooLong;
		const overRate = admission.checkRate(site) ?? admission.checkShare(site);
		if (overRate !== undefined) return overRate;
		const trusted = checkKey(event.api_key, sender, site, configuration);
		if (typeof trusted === "object") return trusted;
		const context = readContext(event, sender, site, trusted);
		const exclusion = exclude(event, context);
		if (exclusion !== undefined) return exclusion;
		const ruled = applyRules(event, context);
		if (ruled === undefined) return DROPPED_BY_RULE;
		return store(ruled, context, sender);
	};

	/** A repetition restarts here when the attempt that it waited for has failed. */
	const store = (
		event: ClientEvent,
		context: RequestContext,
		sender: RequestSender,
	): Outcome | Promise<Outcome> => {
		const { trusted, receivedAt } = context;
		const { siteId, allowBackfill } = context.site.settings;

		// Before the bot layers, which would count a repetition as another event of its client.
		const claim = event.id === undefined ? undefined : recentEventIds.claim(siteId, event.id);
		if (claim instanceof Promise)
			return claim.then(({ kind }) =>
				kind === "stored" ? DUPLICATE : store(event, context, sender),
			);
		if (claim !== undefined && "kind" in claim) return claim;

		const { occurredAt, isClamped } = eventTime(receivedAt, event, { trusted, allowBackfill });
		const heldMs = receivedAt - occurredAt;
		const flood = admission.checkPageRate(event, context, heldMs);
		if (flood !== undefined) return flood;
		const judgement = admission.judge(context, event, heldMs);
		if (!trusted && typeof judgement !== "object") sawSender(event, context, sender);

		const { record, key, moneyRefused } = buildRecord(event, context, occurredAt, judgement);
		const finding = checkSchema(record, context.site);
		const appending = sender.span?.child("append", "producer");
		if (appending?.traceparent !== undefined) record.traceparent = appending.traceparent;
		const text = recordTextOf(record);
		const isQuarantined = finding?.mode === "quarantine";
		const value = isQuarantined
			? textOfQueuedQuarantine(text, {
					...finding,
					version: receivedAt,
					ranRules: context.site.ruleDigests,
				})
			: text;
		const appended = append({ key, value }, sender.trace, FAILED, () => {
			pageGaps.saw(siteId, event.page_id, event.seq);
			if (finding !== undefined)
				violations.saw(siteId, record.eventName, finding.violations, receivedAt);
			if (isQuarantined) return { kind: "quarantined", warnings: finding.violations };
			const stored = record.bot === undefined ? STORED : storedAsBot(record.bot.layers);
			const { given_up: givenUp } = event;
			const warnings = finding?.mode === "warn" ? finding.violations : undefined;
			if (!isClamped && (givenUp ?? moneyRefused ?? warnings) === undefined) return stored;
			return {
				...stored,
				...(isClamped && { clampedTo: occurredAt }),
				...(givenUp !== undefined && { givenUp }),
				...(moneyRefused !== undefined && { moneyRefused }),
				...(warnings !== undefined && { warnings }),
			};
		});
		if (appending !== undefined) void appended.then(() => appending.end());
		return claim === undefined ? appended : recentEventIds.settle(claim, appended);
	};

	return ingest;
};
