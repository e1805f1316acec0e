import { REFUSALS, type Refusal, refusalBodyOf, refusalHeadersOf } from "../../errors/errors.ts";
import type { ResponseWriter } from "./response-writer.ts";

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

const answer200 = (response: ResponseWriter, json: string, headers: readonly string[]): void => {
	if (response.destroyed) return;
	response.writeHead(200, [
		"Content-Type",
		JSON_TYPE,
		"Content-Length",
		String(Buffer.byteLength(json)),
		...headers,
	]);
	response.end(json);
};

/** Answers 200 with JSON. `headers` are names and values in turn. */
export const answerJson = (
	response: ResponseWriter,
	value: unknown,
	headers: readonly string[],
): void => answer200(response, JSON.stringify(value), headers);

/** The reply to nearly every request. */
export const answerSuccess = (response: ResponseWriter, headers: readonly string[]): void =>
	answer200(response, '{"success":true}', headers);
