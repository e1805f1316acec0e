import { exceededLimit } from "@footfall/shared/json-structure";
import {
	MAX_EVENT_BYTES,
	MAX_EVENTS_PER_BATCH,
	MAX_TRACK_BODY_BYTES,
} from "@footfall/shared/limits";
import { type CompactValue, isCompact, readCompactBody } from "../compact-wire/compact-body.ts";
import type { Refusal } from "../errors/errors.ts";
import { invalidPayload, NO_CONFIGURATION, NOT_JSON, refusal } from "../errors/refusals.ts";
import { type Outcome, rejected } from "../ingest/outcome.ts";
import type { OutcomeCounter } from "../ingest/outcome-counts.ts";
import { ignoredFields } from "../ingest/unknown-fields.ts";
import { type Collecting, createAnswers, createIntake } from "./collecting.ts";
import { answerCompact } from "./compact-reply.ts";
import { createEventLoopBudget } from "./event-loop-budget.ts";
import { corsHeaders } from "./reply/cors.ts";
import { refuse } from "./reply/reply.ts";
import { parseJson } from "./request/parse-json.ts";
import type { Intake, Take } from "./request/request-head.ts";
import { answerBatch, batchOf, isEventTooLarge, NOT_TRACKED, withSentAt } from "./track-batch.ts";

const tooLarge = (error: string) => refusal("PAYLOAD_TOO_LARGE", error);
const EVENT_TOO_LARGE = tooLarge(`The event is larger than ${MAX_EVENT_BYTES} bytes`);
const BATCH_TOO_LARGE = tooLarge(`The batch has more than ${MAX_EVENTS_PER_BATCH} events`);
const UNREASONABLE = tooLarge(
	"The body is nested more deeply or has more values than a batch of events may",
);
const UNKNOWN_VERSION = invalidPayload(["Unknown version of the compact form"]);
const EMPTY_BATCH = invalidPayload(["The batch has no events"]);

/** How long batches together may block a turn of the event loop; then other requests are served. */
const SHARE_OF_TURN_MS = 10;

/** Events nest three levels deep, and newer ones a few more; the largest batch holds 500 of some thirty fields each. */
const STRUCTURE = { maxDepth: 64, maxValues: 50_000 };

/** What is wrong with a number of entries. */
const countFaultOf = (entries: readonly unknown[]): Refusal | undefined => {
	if (entries.length === 0) return EMPTY_BATCH;
	return entries.length > MAX_EVENTS_PER_BATCH ? BATCH_TOO_LARGE : undefined;
};

type Ingested = Outcome | Promise<Outcome>;

/** `POST /api/track`: one event, or a batch of them, each with an answer of its own; and our tracker's compact form. */
export const createTrackIntake = (parts: Collecting): Intake => {
	const { ingestEvent, ingestIdentify, events, identifies, senderOf } = parts;
	const { answer, refuseBody } = createAnswers(NOT_TRACKED, events);
	const shareOfTurn = createEventLoopBudget(SHARE_OF_TURN_MS);

	const rejectedAsTooLarge = (outcomes: OutcomeCounter) =>
		outcomes.follow(() => rejected("too_large", EVENT_TOO_LARGE));

	const ingestEach = async (
		entries: readonly unknown[],
		ingest: (entry: unknown) => Ingested,
	): Promise<Outcome[]> => {
		const outcomes: Ingested[] = [];
		for (const entry of entries) {
			const pause = shareOfTurn();
			if (pause !== undefined) await pause;
			outcomes.push(ingest(entry));
		}
		return Promise.all(outcomes);
	};

	const take: Take = (bytes, request, response) => {
		const cors = corsHeaders("collecting", request.headers.origin);
		const configuration = parts.configuration();
		if (configuration === undefined) return refuse(response, NO_CONFIGURATION, cors);
		const mayBeTooLarge = bytes.length > MAX_EVENT_BYTES;
		if (mayBeTooLarge && exceededLimit(bytes, STRUCTURE) !== undefined)
			return refuseBody(response, UNREASONABLE, cors);
		const body = parseJson(bytes);
		if (body === undefined) return refuseBody(response, NOT_JSON, cors);
		const sender = senderOf(request);

		const ingest = (event: unknown): Ingested => ingestEvent(event, sender, configuration);

		const takeCompact = (value: CompactValue) => {
			const compact = readCompactBody(value);
			if (compact === undefined) return refuseBody(response, UNKNOWN_VERSION, cors);
			const { entries, decode } = compact;
			const fault = countFaultOf(entries);
			if (fault !== undefined) return refuseBody(response, fault, cors);
			const ingestEntry = (entry: unknown): Ingested => {
				const { isIdentify, candidate } = decode(entry);
				// In its trimmed form, not as it came.
				if (mayBeTooLarge && isEventTooLarge(candidate))
					return rejectedAsTooLarge(isIdentify ? identifies : events);
				return isIdentify ? ingestIdentify(candidate, sender, configuration) : ingest(candidate);
			};
			if (entries.length > 1)
				return void ingestEach(entries, ingestEntry).then((outcomes) =>
					answerCompact(response, outcomes, cors),
				);
			// Nearly every body has one entry, and a list of promises costs as much as decoding it.
			const ingested = ingestEntry(entries[0]);
			if (ingested instanceof Promise)
				void ingested.then((outcome) => answerCompact(response, [outcome], cors));
			else answerCompact(response, [ingested], cors);
		};

		if (isCompact(body.value)) return takeCompact(body.value);
		const batch = batchOf(body.value);
		if (batch === undefined)
			return answer(
				response,
				mayBeTooLarge ? rejectedAsTooLarge(events) : ingest(body.value),
				cors,
				ignoredFields(body.value),
			);
		const fault = countFaultOf(batch.events);
		if (fault !== undefined) return refuseBody(response, fault, cors);
		void ingestEach(batch.events, (event) =>
			mayBeTooLarge && isEventTooLarge(event)
				? rejectedAsTooLarge(events)
				: ingest(withSentAt(batch, event)),
		).then((outcomes) => answerBatch(response, batch.events, outcomes, cors));
	};
	return createIntake(MAX_TRACK_BODY_BYTES, take, refuseBody);
};
