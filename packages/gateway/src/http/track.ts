import {
	MAX_EVENT_BYTES,
	MAX_EVENTS_PER_BATCH,
	MAX_TRACK_BODY_BYTES,
} from "@footfall/shared/limits";
import { type CompactValue, isCompact, readCompactBody } from "../compact-wire/compact-body.ts";
import type { Refusal } from "../errors/errors.ts";
import {
	BATCH_TOO_LARGE,
	EVENT_TOO_LARGE,
	invalidPayload,
	NO_CONFIGURATION,
} from "../errors/refusals.ts";
import { rejected } from "../ingest/outcome.ts";
import type { OutcomeCounter } from "../ingest/outcome-counts.ts";
import { ignoredFields } from "../ingest/unknown-fields.ts";
import { type Collecting, createAnswers, createIntake } from "./collecting.ts";
import { answerCompact } from "./compact-reply.ts";
import type { IngestEach, Ingested } from "./ingest-each.ts";
import { corsHeaders } from "./reply/cors.ts";
import { refuse } from "./reply/reply.ts";
import { readJson } from "./request/read-json.ts";
import type { Intake, Take } from "./request/request-head.ts";
import { answerBatch, batchOf, isEventTooLarge, NOT_TRACKED, withSentAt } from "./track-batch.ts";

const UNKNOWN_VERSION = invalidPayload(["Unknown version of the compact form"]);
const EMPTY_BATCH = invalidPayload(["The batch has no events"]);

/** What is wrong with a number of entries. */
const countFaultOf = (entries: readonly unknown[]): Refusal | undefined => {
	if (entries.length === 0) return EMPTY_BATCH;
	return entries.length > MAX_EVENTS_PER_BATCH ? BATCH_TOO_LARGE : undefined;
};

/** `POST /api/track`: one event, or a batch of them, each with an answer of its own; and our tracker's compact form. */
export const createTrackIntake = (parts: Collecting, ingestEach: IngestEach): Intake => {
	const { ingestEvent, ingestIdentify, events, identifies, senderOf } = parts;
	const { answer, refuseBody } = createAnswers(NOT_TRACKED, events);

	const rejectedAsTooLarge = (outcomes: OutcomeCounter) =>
		outcomes.follow(() => rejected("too_large", EVENT_TOO_LARGE));

	const take: Take = (bytes, request, response) => {
		const cors = corsHeaders("collecting", request.headers.origin);
		const configuration = parts.configuration();
		if (configuration === undefined) return refuse(response, NO_CONFIGURATION, cors);
		const mayBeTooLarge = bytes.length > MAX_EVENT_BYTES;
		const body = readJson(bytes);
		if ("refused" in body) return refuseBody(response, body.refused, cors);
		const sender = senderOf(request);

		const ingest = (event: unknown): Ingested => ingestEvent(event, sender, configuration);

		const takeCompact = (value: CompactValue) => {
			const compact = readCompactBody(
				value,
				(site) => configuration.site(`${site}`)?.eventSchemas !== undefined,
			);
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
