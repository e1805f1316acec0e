import { exceededLimit } from "@footfall/shared/json-structure";
import {
	MAX_EVENT_BYTES,
	MAX_EVENTS_PER_BATCH,
	MAX_TRACK_BODY_BYTES,
} from "@footfall/shared/limits";
import type { Refusal } from "../errors/errors.ts";
import type { Ingest } from "../ingest/event.ts";
import { type Outcome, rejected } from "../ingest/outcome.ts";
import type { OutcomeCounter } from "../ingest/outcome-counts.ts";
import { invalidPayload, NO_CONFIGURATION, NOT_JSON } from "../ingest/refusals.ts";
import type { Sender } from "../lookup/request-context.ts";
import type { Configuration } from "../site-config/configuration.ts";
import { eventLoopBudget } from "./event-loop-budget.ts";
import { corsHeaders } from "./reply/cors.ts";
import { earlyReply } from "./reply/early-reply.ts";
import { answerJson, answerSuccess, refuse } from "./reply/reply.ts";
import type { ResponseWriter } from "./reply/response-writer.ts";
import { receiveBody } from "./request/body.ts";
import { parseJson } from "./request/parse-json.ts";
import type { Handler, Intake, RequestHead, Take } from "./request/request-head.ts";

export type { Handler };

export interface TrackParts {
	ingest: Ingest;
	outcomes: OutcomeCounter;
	senderOf(request: RequestHead): Sender;
	configuration(): Configuration | undefined;
}

const EVENT_TOO_LARGE: Refusal = {
	code: "PAYLOAD_TOO_LARGE",
	error: `The event is larger than ${MAX_EVENT_BYTES} bytes`,
	fields: { success: false },
};
const BATCH_TOO_LARGE: Refusal = {
	code: "PAYLOAD_TOO_LARGE",
	error: `The batch has more than ${MAX_EVENTS_PER_BATCH} events`,
	fields: { success: false },
};
/** What batches may keep of a turn of the event loop: others' requests come in between. */
const SHARE_OF_TURN_MS = 10;

/** Events nest three deep, and newer ones a few more; the largest batch holds 500 of some thirty fields each. */
const STRUCTURE = { maxDepth: 64, maxValues: 50_000 };
const UNREASONABLE: Refusal = {
	code: "PAYLOAD_TOO_LARGE",
	error: "The body nests deeper or holds more values than a batch of events can",
	fields: { success: false },
};
const EMPTY_BATCH = invalidPayload(["The batch has no events"]);

interface Batch {
	events: readonly unknown[];
	sentAt: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null;

const batchOf = (value: unknown): Batch | undefined => {
	if (Array.isArray(value)) return { events: value, sentAt: undefined };
	if (isObject(value) && Array.isArray(value["events"]))
		return { events: value["events"], sentAt: value["sent_at"] };
	return undefined;
};

/** An event's own bytes, as far as they matter: text that nests too deep to be written counts as too large. */
const isTooLarge = (event: unknown): boolean => {
	try {
		return Buffer.byteLength(JSON.stringify(event)) > MAX_EVENT_BYTES;
	} catch {
		return true;
	}
};

interface Result {
	id?: string;
	status: "stored" | "filtered" | "duplicate" | "rejected";
	error?: string;
}

const errorTextOf = ({ error, fields }: Refusal): string => {
	const details = fields?.["details"] as
		| { formErrors: string[]; fieldErrors: Record<string, string[]> }
		| undefined;
	if (details === undefined) return error;
	const faults = [
		...details.formErrors,
		...Object.entries(details.fieldErrors).map(([field, messages]) => `${field}: ${messages[0]}`),
	];
	return [error, faults.join("; ")].filter(Boolean).join(": ");
};

const filteredMessage = (reason: string) => `Event not tracked - ${reason} excluded`;

const resultOf = (event: unknown, outcome: Outcome): Result => {
	const named = isObject(event) && typeof event["id"] === "string" ? { id: event["id"] } : {};
	switch (outcome.kind) {
		case "stored":
		case "duplicate":
			return { ...named, status: outcome.kind };
		case "filtered":
			return { ...named, status: "filtered", error: filteredMessage(outcome.reason) };
		case "rejected":
			return { ...named, status: "rejected", error: errorTextOf(outcome.refusal) };
	}
};

/** What is worth sending again as it is. */
const PASSING_REASONS: ReadonlySet<string> = new Set([
	"queue_unavailable",
	"failed",
	"rate_limited",
]);

/** `POST /api/track`: one event, or a batch of them, each with an answer of its own. */
export const trackIntake = (parts: TrackParts): Intake => {
	const { ingest, outcomes, senderOf } = parts;
	const turns = eventLoopBudget({ shareMs: SHARE_OF_TURN_MS });

	const answerOne = (response: ResponseWriter, outcome: Outcome, cors: readonly string[]) => {
		if (outcome.kind === "stored" || outcome.kind === "duplicate") answerSuccess(response, cors);
		else if (outcome.kind === "rejected") refuse(response, outcome.refusal, cors);
		else {
			const message = filteredMessage(outcome.reason);
			answerJson(response, { success: true, message }, cors);
		}
	};

	const answerBatch = (
		response: ResponseWriter,
		events: readonly unknown[],
		settled: readonly Outcome[],
		cors: readonly string[],
	) => {
		const results = settled.map((outcome, index) => resultOf(events[index], outcome));
		const accepted = results.filter(({ status }) => status !== "rejected").length;
		const unstored = settled.find(
			(outcome) => outcome.kind === "rejected" && PASSING_REASONS.has(outcome.reason),
		);
		const fields = { success: false, accepted, results };
		// Sent again whole, a batch is stored once where its events have ids; so the whole reply says "again".
		if (unstored?.kind === "rejected") refuse(response, { ...unstored.refusal, fields }, cors);
		else if (accepted === 0)
			refuse(response, { code: "INVALID_REQUEST", error: "Invalid payload", fields }, cors);
		else answerJson(response, { success: true, accepted, results }, cors);
	};

	const rejectedAsTooLarge = () => outcomes.follow(rejected("too_large", EVENT_TOO_LARGE));

	const takeBatch = async (
		{ events, sentAt }: Batch,
		sender: Sender,
		configuration: Configuration,
		mayBeTooLarge: boolean,
	): Promise<Outcome[]> => {
		const settled: (Outcome | Promise<Outcome>)[] = [];
		for (const event of events) {
			const pause = turns.wait();
			if (pause !== undefined) await pause;
			if (mayBeTooLarge && isTooLarge(event)) {
				settled.push(rejectedAsTooLarge());
				continue;
			}
			if (sentAt !== undefined && isObject(event) && event["sent_at"] === undefined)
				event["sent_at"] = sentAt;
			settled.push(ingest(event, sender, configuration));
		}
		return Promise.all(settled);
	};

	/** A request that is refused before its events are known counts as one. */
	const refuseWhole = (response: ResponseWriter, refusal: Refusal, cors: readonly string[]) => {
		const reason = refusal.code === "PAYLOAD_TOO_LARGE" ? "too_large" : "malformed";
		outcomes.follow(rejected(reason, refusal));
		refuse(response, refusal, cors);
	};

	const take: Take = (bytes, request, response) => {
		const cors = corsHeaders("collecting", request.headers.origin);
		const configuration = parts.configuration();
		if (configuration === undefined) return refuse(response, NO_CONFIGURATION, cors);
		const mayBeTooLarge = bytes.length > MAX_EVENT_BYTES;
		if (mayBeTooLarge && exceededLimit(bytes, STRUCTURE) !== undefined)
			return refuseWhole(response, UNREASONABLE, cors);
		const body = parseJson(bytes);
		if (body === undefined) return refuseWhole(response, NOT_JSON, cors);
		const batch = batchOf(body.value);
		const sender = senderOf(request);
		if (batch === undefined) {
			const outcome = mayBeTooLarge
				? rejectedAsTooLarge()
				: ingest(body.value, sender, configuration);
			if (outcome instanceof Promise)
				void outcome.then((known) => answerOne(response, known, cors));
			else answerOne(response, outcome, cors);
			return;
		}
		if (batch.events.length === 0) return refuseWhole(response, EMPTY_BATCH, cors);
		if (batch.events.length > MAX_EVENTS_PER_BATCH)
			return refuseWhole(response, BATCH_TOO_LARGE, cors);
		void takeBatch(batch, sender, configuration, mayBeTooLarge).then((settled) =>
			answerBatch(response, batch.events, settled, cors),
		);
	};

	const handle: Handler = (request, response) =>
		receiveBody(request, MAX_TRACK_BODY_BYTES, (body) => {
			if (body === undefined) return;
			if ("bytes" in body) return take(body.bytes, request, response);
			const cors = corsHeaders("collecting", request.headers.origin);
			refuseWhole(earlyReply(request, response), body.refused, cors);
		});
	return { handle, take };
};
