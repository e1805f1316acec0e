import { MAX_EVENT_BYTES } from "@footfall/shared/limits";
import type { Refusal } from "../errors/errors.ts";
import { UNKNOWN_KEY } from "../errors/refusals.ts";
import {
	clampedFields,
	isKept,
	moneyFields,
	type Outcome,
	type Rejected,
	warningFields,
} from "../ingest/outcome.ts";
import { ignoredFields } from "../ingest/unknown-fields.ts";
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

/** An event of a batch, with the batch's `sent_at` if it has none of its own. */
export const withSentAt = ({ sentAt }: TrackBatch, event: unknown): unknown => {
	if (sentAt !== undefined && isObject(event) && event["sent_at"] === undefined)
		event["sent_at"] = sentAt;
	return event;
};

/** The size of an event in bytes, as far as it matters: text too deeply nested to serialise counts as too large. */
export const isEventTooLarge = (event: unknown): boolean => {
	try {
		return Buffer.byteLength(JSON.stringify(event)) > MAX_EVENT_BYTES;
	} catch {
		return true;
	}
};

const ALL_INVALID: Refusal = { code: "INVALID_REQUEST", error: "Invalid payload" };

interface Result {
	id?: string;
	status: Outcome["kind"] | "clamped";
	error?: string;
	clamped?: boolean;
	time?: string;
	/** Why the event was stored without its money. */
	revenue_refused?: string;
	/** How the event does not fit its schema: a line for each violated rule. */
	warnings?: string[];
	/** Unknown fields. */
	ignored?: string[];
	/** Not stored for now; a retry may succeed. */
	retry?: boolean;
}

/** Why something was refused, in one line: the errors by field, without values. */
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

/** Reasons for which the same event is worth retrying. */
const PASSING_REASONS: ReadonlySet<string> = new Set([
	"queue_unavailable",
	"failed",
	"rate_limited",
]);

/** Whether it is worth retrying what was rejected. */
export const isPassing = ({ reason }: Rejected): boolean => PASSING_REASONS.has(reason);

const withClamped = (outcome: Outcome) => {
	const fields = clampedFields(outcome);
	return fields && { status: "clamped" as const, ...fields };
};

const resultOf = (event: unknown, outcome: Outcome): Result => ({
	...(isObject(event) && typeof event["id"] === "string" && { id: event["id"] }),
	status: outcome.kind,
	...withClamped(outcome),
	...moneyFields(outcome),
	...warningFields(outcome),
	...ignoredFields(event),
	...(outcome.kind === "filtered" && { error: excludedMessage(NOT_TRACKED, outcome.reason) }),
	...(outcome.kind === "rejected" && { error: errorTextOf(outcome.refusal) }),
	...(outcome.kind === "rejected" && isPassing(outcome) && { retry: true }),
});

/** Whether everything stored has an id, by which it is a duplicate when the whole batch is resent. */
const mayBeRepeated = (events: readonly unknown[], outcomes: readonly Outcome[]): boolean =>
	outcomes.every(
		(outcome, index) =>
			!isKept(outcome) || typeof (events[index] as { id?: unknown }).id === "string",
	);

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
	if (unstored?.kind === "rejected") {
		// The reply asks to retry a whole batch only if no event of it would be stored twice.
		const code = mayBeRepeated(events, outcomes) ? unstored.refusal.code : "PARTLY_STORED";
		refuse(response, { ...unstored.refusal, code, fields }, cors);
	} else if (accepted === 0) {
		const refusals = outcomes.flatMap((outcome) =>
			outcome.kind === "rejected" ? [outcome.refusal] : [],
		);
		const unopened = refusals.find(({ code }) => code === UNKNOWN_KEY.code);
		const { code, error } = unopened ?? ALL_INVALID;
		refuse(response, { code, error, fields }, cors);
	} else answerJson(response, { success: true, accepted, results }, cors);
};
