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

const answerHeaders = (bytes: number, headers: readonly string[]): string[] => [
	"Content-Type",
	JSON_TYPE,
	"Content-Length",
	String(bytes),
	...headers,
];

/** Answers 200 with JSON. */
export const answerJson = (
	response: ResponseWriter,
	value: unknown,
	headers: readonly string[],
): void => {
	if (response.destroyed) return;
	const body = JSON.stringify(value);
	response.writeHead(200, answerHeaders(Buffer.byteLength(body), headers));
	response.end(body);
};

const SUCCESS = '{"success":true}';

/** The headers of the reply to nearly every request, by those that it has besides. */
const successHeaders = new WeakMap<readonly string[], string[]>();

const successHeadersWith = (headers: readonly string[]): string[] => {
	const known = successHeaders.get(headers);
	if (known !== undefined) return known;
	const made = answerHeaders(SUCCESS.length, headers);
	if (Object.isFrozen(headers)) successHeaders.set(headers, Object.freeze(made) as string[]);
	return made;
};

/** The reply to nearly every request. As text it leaves in one piece with its headers, which halves the cost of sending. */
export const answerSuccess = (response: ResponseWriter, headers: readonly string[]): void => {
	if (response.destroyed) return;
	response.writeHead(200, successHeadersWith(headers));
	response.end(SUCCESS);
};
