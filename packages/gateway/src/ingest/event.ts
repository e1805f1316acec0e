import { ClientEvent, parseClientEvent } from "@footfall/shared/event";
import {
	encodeQueuedEvent,
	type QueuedEvent,
	textOfQueuedEvent,
} from "@footfall/shared/queued-event";
import { FAILED, refusalOf } from "../errors/refusals.ts";
import { eventTime } from "../lookup/event-time.ts";
import type { RequestSender } from "../lookup/request-context.ts";
import type { CompiledConfiguration } from "../site-config/configuration.ts";
import type { PageGaps } from "./admission/page-gaps.ts";
import type { Admission } from "./admit.ts";
import type { Append } from "./append.ts";
import type { BuildEventRecord } from "./event-record.ts";
import { type Outcome, rejected, STORED, STORED_AS_BOT } from "./outcome.ts";
import type { OutcomeCounter } from "./outcome-counts.ts";
import { wellFormed } from "./well-formed.ts";

/** Takes one event, as parsed from its request, all the way to the queue. Never throws and never rejects. */
export type IngestEvent = (
	candidate: unknown,
	sender: RequestSender,
	configuration: CompiledConfiguration,
) => Outcome | Promise<Outcome>;

export interface EventIngestionParts {
	admission: Admission;
	append: Append;
	buildRecord: BuildEventRecord;
	pageGaps: PageGaps;
	outcomes: OutcomeCounter;
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
export const eventIngestion = (parts: EventIngestionParts): IngestEvent => {
	const { append, outcomes, pageGaps } = parts;

	const decide: IngestEvent = (candidate, sender, configuration) => {
		const checked = parseClientEvent(candidate);
		if (!checked.success) return rejected("invalid", refusalOf(checked.error));
		const event = checked.data;
		outcomes.unknownKeys(unknownKeysOf(candidate as object));
		const occurredAt = eventTime(sender.receivedAt, event);

		return parts.admission.admit(
			{
				kind: "event",
				site: event.site_id,
				configuration,
				sender,
				claims: event,
				page: event,
				event,
				heldMs: sender.receivedAt - occurredAt,
			},
			(context, bot) => {
				const { record, key } = parts.buildRecord(event, context, occurredAt, bot);
				return append({ key, value: encoded(record) }, sender.trace, FAILED, () => {
					pageGaps.saw(record.site, event.page_id, event.seq);
					return bot === undefined ? STORED : STORED_AS_BOT;
				});
			},
		);
	};

	return (candidate, sender, configuration) =>
		outcomes.follow(() => decide(candidate, sender, configuration), sender.trace);
};
