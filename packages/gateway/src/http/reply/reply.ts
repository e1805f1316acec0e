import { REFUSALS, type Refusal, refusalBodyOf, refusalHeadersOf } from "../../errors/errors.ts";
import type { FixedReply, ResponseWriter } from "./response-writer.ts";

const JSON_TYPE = "application/json; charset=utf-8";

/** Answers with a refusal's error body. `headers` are names and values in turn. */
export const refuse = (
	response: ResponseWriter,
	refusal: Refusal,
	headers: readonly string[],
): void => {
	if (response.destroyed || response.headersSent) return;
	const body = Buffer.from(JSON.stringify(refusalBodyOf(refusal)));
	response.writeHead(REFUSALS[refusal.code].status, [
		...refusalHeadersOf(refusal.code, body),
		...headers,
	]);
	response.end(body);
};

const jsonReply = (json: string, headers: readonly string[]): FixedReply => ({
	status: 200,
	headers: [
		"Content-Type",
		JSON_TYPE,
		"Content-Length",
		String(Buffer.byteLength(json)),
		...headers,
	],
	body: json,
});

const send = (response: ResponseWriter, { status, headers, body }: FixedReply): void => {
	response.writeHead(status, headers);
	response.end(body);
};

/** Answers 200 with JSON. `headers` are names and values in turn. */
export const answerJson = (
	response: ResponseWriter,
	value: unknown,
	headers: readonly string[],
): void => {
	if (!response.destroyed) send(response, jsonReply(JSON.stringify(value), headers));
};

/** Cached by the accompanying headers, which `corsHeaders` makes once for each origin. */
const successes = new WeakMap<readonly string[], FixedReply>();

const successWith = (headers: readonly string[]): FixedReply => {
	const known = successes.get(headers);
	if (known !== undefined) return known;
	const made = jsonReply('{"success":true}', headers);
	successes.set(headers, made);
	return made;
};

/** The reply to nearly every request. */
export const answerSuccess = (response: ResponseWriter, headers: readonly string[]): void => {
	if (response.destroyed) return;
	const reply = successWith(headers);
	if (response.sendFixed === undefined) send(response, reply);
	else response.sendFixed(reply);
};
