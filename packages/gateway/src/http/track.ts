import { exceededLimit } from "@footfall/shared/json-structure";
import {
	MAX_EVENT_BYTES,
	MAX_EVENTS_PER_BATCH,
	MAX_TRACK_BODY_BYTES,
} from "@footfall/shared/limits";
import { invalidPayload, NO_CONFIGURATION, NOT_JSON, refusal } from "../errors/refusals.ts";
import { type Outcome, rejected } from "../ingest/outcome.ts";
import type { RequestSender } from "../lookup/request-context.ts";
import type { CompiledConfiguration } from "../site-config/configuration.ts";
import { answering, type Collecting, intakeOf } from "./collecting.ts";
import { eventLoopBudget } from "./event-loop-budget.ts";
import { corsHeaders } from "./reply/cors.ts";
import { refuse } from "./reply/reply.ts";
import { parseJson } from "./request/parse-json.ts";
import type { Intake, Take } from "./request/request-head.ts";
import {
	answerBatch,
	batchOf,
	isEventTooLarge,
	NOT_TRACKED,
	type TrackBatch,
	withSentAt,
} from "./track-batch.ts";

const tooLarge = (error: string) => refusal("PAYLOAD_TOO_LARGE", error);
const EVENT_TOO_LARGE = tooLarge(`The event is larger than ${MAX_EVENT_BYTES} bytes`);
const BATCH_TOO_LARGE = tooLarge(`The batch has more than ${MAX_EVENTS_PER_BATCH} events`);
const UNREASONABLE = tooLarge(
	"The body nests deeper or holds more values than a batch of events can",
);
const EMPTY_BATCH = invalidPayload(["The batch has no events"]);

/** How long batches may hold up a turn of the event loop, together; then other requests are served. */
const SHARE_OF_TURN_MS = 10;

/** Events nest three deep, and newer ones a few more; the largest batch holds 500 of some thirty fields each. */
const STRUCTURE = { maxDepth: 64, maxValues: 50_000 };

/** `POST /api/track`: one event, or a batch of them, each with an answer of its own. */
export const trackIntake = (parts: Collecting): Intake => {
	const { ingestEvent, events, senderOf } = parts;
	const { answer, refuseBody } = answering(NOT_TRACKED, events);
	const shareOfTurn = eventLoopBudget(SHARE_OF_TURN_MS);

	const rejectedAsTooLarge = () => events.follow(() => rejected("too_large", EVENT_TOO_LARGE));

	const takeBatch = async (
		batch: TrackBatch,
		sender: RequestSender,
		configuration: CompiledConfiguration,
		mayBeTooLarge: boolean,
	): Promise<Outcome[]> => {
		const outcomes: (Outcome | Promise<Outcome>)[] = [];
		for (const event of batch.events) {
			const pause = shareOfTurn();
			if (pause !== undefined) await pause;
			outcomes.push(
				mayBeTooLarge && isEventTooLarge(event)
					? rejectedAsTooLarge()
					: ingestEvent(withSentAt(batch, event), sender, configuration),
			);
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
		const batch = batchOf(body.value);
		const sender = senderOf(request);
		if (batch === undefined) {
			const outcome = mayBeTooLarge
				? rejectedAsTooLarge()
				: ingestEvent(body.value, sender, configuration);
			return answer(response, outcome, cors);
		}
		if (batch.events.length === 0) return refuseBody(response, EMPTY_BATCH, cors);
		if (batch.events.length > MAX_EVENTS_PER_BATCH)
			return refuseBody(response, BATCH_TOO_LARGE, cors);
		void takeBatch(batch, sender, configuration, mayBeTooLarge).then((outcomes) =>
			answerBatch(response, batch.events, outcomes, cors),
		);
	};
	return intakeOf(MAX_TRACK_BODY_BYTES, take, refuseBody);
};
