import { type ClientEvent, parseClientEvent } from "@footfall/shared/event";
import { type QueuedEvent, textOfQueuedEvent } from "@footfall/shared/queued-event";
import { FAILED, refusalOf } from "../errors/refusals.ts";
import { eventTime } from "../lookup/event-time.ts";
import type { RequestContext, RequestSender } from "../lookup/request-context.ts";
import type { PageGaps } from "./admission/page-gaps.ts";
import type { Ingest, IngestParts } from "./admit.ts";
import { eventRecordBuilder } from "./event-record.ts";
import { rejected, STORED, storedAsBot } from "./outcome.ts";
import type { OutcomeCounter } from "./outcome-counts.ts";
import { unknownFieldsOf } from "./unknown-fields.ts";
import { wellFormed } from "./well-formed.ts";

/** Nobody is trusted before the site is known; how long its client held it matters for untrusted events alone. */
const UNTRUSTED = { trusted: false, allowBackfill: false };

/** JSON writes a lone surrogate as an escape; properties hold escapes as text. */
const SURROGATE_ESCAPE = /\\ud[89a-f]/i;

const recordTextOf = (event: QueuedEvent): string => {
	const text = textOfQueuedEvent(event);
	const mayHoldSurrogates = text.includes("\\u") && SURROGATE_ESCAPE.test(text);
	return mayHoldSurrogates ? textOfQueuedEvent(wellFormed(event)) : text;
};

/** The path of an event from its JSON to the queue. */
export const eventIngestion = (
	{ admission, append, visitorOf }: IngestParts,
	pageGaps: PageGaps,
	outcomes: OutcomeCounter,
	sawSender: (event: ClientEvent, context: RequestContext, sender: RequestSender) => void,
): Ingest => {
	const buildRecord = eventRecordBuilder(visitorOf);
	return (candidate, sender, configuration) => {
		const checked = parseClientEvent(candidate);
		if (!checked.success) return rejected("invalid", refusalOf(checked.error));
		const event = checked.data;
		outcomes.unknownKeys(unknownFieldsOf(candidate as object).length);
		const { occurredAt: sentTime } = eventTime(sender.receivedAt, event, UNTRUSTED);

		return admission.admit(
			{
				kind: "event",
				site: event.site_id,
				configuration,
				sender,
				claims: event,
				page: event,
				event,
				heldMs: sender.receivedAt - sentTime,
			},
			(context, judgement) => {
				const { occurredAt, isClamped } = eventTime(sender.receivedAt, event, {
					trusted: context.trusted,
					allowBackfill: context.site.settings.allowBackfill,
				});
				if (!context.trusted && typeof judgement !== "object") sawSender(event, context, sender);
				const { record, key } = buildRecord(event, context, occurredAt, judgement);
				const appending = sender.span?.child("append", "producer");
				if (appending?.traceparent !== undefined) record.traceparent = appending.traceparent;
				const appended = append({ key, value: recordTextOf(record) }, sender.trace, FAILED, () => {
					pageGaps.saw(record.site, event.page_id, event.seq);
					const stored = record.bot === undefined ? STORED : storedAsBot(record.bot.layers);
					const { given_up: givenUp } = event;
					if (!isClamped && givenUp === undefined) return stored;
					return {
						...stored,
						...(isClamped && { clampedTo: occurredAt }),
						...(givenUp !== undefined && { givenUp }),
					};
				});
				if (appending !== undefined) void appended.then(() => appending.end());
				return appended;
			},
		);
	};
};
