import { REFUSALS, type Refusal, refusalBodyOf, refusalHeadersOf } from "../../errors/errors.ts";
import type { Outcome, Rejected } from "../../ingest/outcome.ts";
import { contentHeaders } from "../reply/content-headers.ts";
import { isPassing } from "../track-batch.ts";

/** What another product answers. */
export interface ClientReply {
	status: number;
	/** Names and values in turn, with the type and length of the body. */
	headers: readonly string[];
	body: Buffer;
}

const replyOf = (
	status: number,
	type: string,
	text: string,
	headers: readonly string[],
): ClientReply => {
	const body = Buffer.from(text);
	return { status, headers: [...contentHeaders(type, body.length), ...headers], body };
};

export const textReply = (status: number, text: string, headers: readonly string[] = []) =>
	replyOf(status, "text/plain; charset=utf-8", text, headers);

export const jsonReply = (status: number, value: unknown, headers: readonly string[] = []) =>
	replyOf(status, "application/json; charset=utf-8", JSON.stringify(value), headers);

/** Our own status and headers for a refusal, with `Retry-After` where the client may retry. */
export const refusalReply = (
	refusal: Refusal,
	value: unknown = refusalBodyOf(refusal),
): ClientReply => {
	const body = Buffer.from(JSON.stringify(value));
	return {
		status: REFUSALS[refusal.code].status,
		headers: refusalHeadersOf(refusal.code, body),
		body,
	};
};

export const isRejected = (outcome: Outcome): outcome is Rejected => outcome.kind === "rejected";

/** The first that was not stored for now: its client must not take the answer for a success. */
export const passingOf = (outcomes: readonly Outcome[]): Rejected | undefined =>
	outcomes.filter(isRejected).find(isPassing);
