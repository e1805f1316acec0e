import type { ServerResponse } from "node:http";
import { ERRORS, errorBodyOf, errorHeadersOf, type Refusal } from "../errors.ts";

const JSON_TYPE = "application/json; charset=utf-8";

/** Answers with a refusal's error body. `headers` are names and values in turn. */
export const refuse = (
	response: ServerResponse,
	refusal: Refusal,
	headers: readonly string[],
): void => {
	if (response.destroyed || response.headersSent) return;
	const body = Buffer.from(JSON.stringify(errorBodyOf(refusal)));
	response.writeHead(ERRORS[refusal.code].status, [
		...errorHeadersOf(refusal.code, body),
		...headers,
	]);
	response.end(body);
};

/** Answers 200 with JSON that is already bytes. */
export const answerJson = (
	response: ServerResponse,
	body: Buffer,
	headers: readonly string[],
): void => {
	if (response.destroyed) return;
	response.writeHead(200, [
		"Content-Type",
		JSON_TYPE,
		"Content-Length",
		String(body.length),
		...headers,
	]);
	response.end(body);
};
