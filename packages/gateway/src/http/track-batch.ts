import { MAX_EVENT_BYTES } from "@footfall/shared/limits";
import type { Refusal } from "../errors/errors.ts";
import { clampedFields, type Outcome, type Rejected } from "../ingest/outcome.ts";
import { excludedMessage } from "./answer-outcome.ts";
import { answerJson, refuse } from "./reply/reply.ts";
import type { ResponseWriter } from "./reply/response-writer.ts";

/** The start of the reply for an event that the site excludes. */
export const NOT_TRACKED = "Event not tracked";

export interface TrackBatch {
	events: readonly unknown[];
	sentAt: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null;

/** The batch in a body; `undefined` for a body with a single event. */
export const batchOf = (value: unknown): TrackBatch | undefined => {
	if (Array.isArray(value)) return { events: value, sentAt: undefined };
	if (isObject(value) && Array.isArray(value["events"]))
		return { events: value["events"], sentAt: value["sent_at"] };
	return undefined;
};

/** An event of a batch, with the batch's `sent_at` where it has none of its own. */
export const withSentAt = ({ sentAt }: TrackBatch, event: unknown): unknown => {
	if (sentAt !== undefined && isObject(event) && event["sent_at"] === undefined)
		event["sent_at"] = sentAt;
	return event;
};

/** An event's own bytes, as far as they matter: text that nests too deep to be written counts as too large. */
export const isEventTooLarge = (event: unknown): boolean => {
	try {
		return Buffer.byteLength(JSON.stringify(event)) > MAX_EVENT_BYTES;
	} catch {
		return true;
	}
};

interface Result {
	id?: string;
	status: Outcome["kind"];
	error?: string;
	clamped?: boolean;
	time?: string;
}

/** Why something was refused, in one line: the faults by field, without values. */
export const errorTextOf = ({ error, fields }: Refusal): string => {
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

const resultOf = (event: unknown, outcome: Outcome): Result => ({
	...(isObject(event) && typeof event["id"] === "string" && { id: event["id"] }),
	status: outcome.kind,
	...clampedFields(outcome),
	...(outcome.kind === "filtered" && { error: excludedMessage(NOT_TRACKED, outcome.reason) }),
	...(outcome.kind === "rejected" && { error: errorTextOf(outcome.refusal) }),
});

/** Reasons for which the same event is worth sending again. */
const PASSING_REASONS: ReadonlySet<string> = new Set([
	"queue_unavailable",
	"failed",
	"rate_limited",
]);

/** Whether what was rejected is worth sending again. */
export const isPassing = ({ reason }: Rejected): boolean => PASSING_REASONS.has(reason);

/** Answers a batch, with a result for each of its events. */
export const answerBatch = (
	response: ResponseWriter,
	events: readonly unknown[],
	outcomes: readonly Outcome[],
	cors: readonly string[],
): void => {
	const results = outcomes.map((outcome, index) => resultOf(events[index], outcome));
	const accepted = results.filter(({ status }) => status !== "rejected").length;
	const unstored = outcomes.find((outcome) => outcome.kind === "rejected" && isPassing(outcome));
	const fields = { success: false, accepted, results };
	// Sent again whole, a batch is stored once where its events have ids; so the whole reply says "again".
	if (unstored?.kind === "rejected") refuse(response, { ...unstored.refusal, fields }, cors);
	else if (accepted === 0)
		refuse(response, { code: "INVALID_REQUEST", error: "Invalid payload", fields }, cors);
	else answerJson(response, { success: true, accepted, results }, cors);
};
