import { UNKNOWN_KEY } from "../errors/refusals.ts";
import { type Outcome, warningFields } from "../ingest/outcome.ts";
import { contentHeaders, NO_STORE } from "./reply/content-headers.ts";
import { refuse } from "./reply/reply.ts";
import type { FixedReply, ResponseWriter } from "./reply/response-writer.ts";
import { errorTextOf, isPassing } from "./track-batch.ts";

/** The tracker logs the text on the page's console, once. */
const MAX_LINES = 3;
const MAX_LINE_LENGTH = 200;

/** Cached by the accompanying headers, which `corsHeaders` makes once for each origin. */
const empties = new WeakMap<readonly string[], FixedReply>();

const emptyWith = (headers: readonly string[]): FixedReply => {
	const known = empties.get(headers);
	if (known !== undefined) return known;
	const made = { status: 204, headers: [...headers], body: "" };
	empties.set(headers, made);
	return made;
};

const answerEmpty = (response: ResponseWriter, cors: readonly string[]): void => {
	const reply = emptyWith(cors);
	if (response.sendFixed === undefined) {
		response.writeHead(reply.status, reply.headers);
		response.end(reply.body);
	} else response.sendFixed(reply);
};

const linesOf = (outcome: Outcome): readonly string[] =>
	outcome.kind === "rejected"
		? [errorTextOf(outcome.refusal)]
		: (warningFields(outcome)?.warnings ?? []);

/** One line for each of the first few reasons. They name fields, and quote nothing that was sent. */
const reasonsOf = (outcomes: readonly Outcome[]): string => {
	const lines = new Set<string>();
	for (const line of outcomes.flatMap(linesOf)) {
		lines.add(line.slice(0, MAX_LINE_LENGTH));
		if (lines.size === MAX_LINES) break;
	}
	return [...lines].join("\n");
};

const answerReasons = (
	response: ResponseWriter,
	status: number,
	outcomes: readonly Outcome[],
	cors: readonly string[],
): void => {
	const body = Buffer.from(reasonsOf(outcomes));
	response.writeHead(status, [
		...contentHeaders("text/plain; charset=utf-8", body.length),
		...NO_STORE,
		"X-Content-Type-Options",
		"nosniff",
		...cors,
	]);
	response.end(body);
};

/** Answers a compact body with the outcome of its entries: an empty body when all went well. */
export const answerCompact = (
	response: ResponseWriter,
	outcomes: readonly Outcome[],
	cors: readonly string[],
): void => {
	if (response.destroyed) return;
	const rejections = outcomes.filter((outcome) => outcome.kind === "rejected");
	// Events have ids, so resending all of them stores each once; the reply therefore asks to retry the whole body.
	const unstored = rejections.find(isPassing);
	const isNothingStored = rejections.length === outcomes.length;
	const unopened = rejections.find(({ refusal }) => refusal.code === UNKNOWN_KEY.code);
	const isWarned = outcomes.some((outcome) => "warnings" in outcome);
	if (rejections.length === 0 && !isWarned) answerEmpty(response, cors);
	else if (unstored !== undefined) refuse(response, unstored.refusal, cors);
	else if (isNothingStored && unopened !== undefined) refuse(response, unopened.refusal, cors);
	else answerReasons(response, isNothingStored ? 422 : 200, outcomes, cors);
};
