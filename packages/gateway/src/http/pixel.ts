import type { IncomingMessage, ServerResponse } from "node:http";
import { REFUSALS, RETRY_AFTER_SECONDS } from "../errors/errors.ts";
import type { Outcome } from "../ingest/outcome.ts";
import { words } from "../lookup/words.ts";
import type { Collecting } from "./collecting.ts";
import { contentHeaders, NO_STORE } from "./reply/content-headers.ts";
import { corsHeaders } from "./reply/cors.ts";
import { preferredLanguage } from "./request/preferred-language.ts";

/** One transparent pixel, 43 bytes. */
export const TRANSPARENT_GIF = Buffer.from(
	"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==",
	"base64",
);

const TEXT_FIELDS = words(
	"hostname pathname querystring page_title referrer language user_id tag id",
);
const NUMBER_FIELDS = ["screenWidth", "screenHeight"];

/** The fields that follow from the page's own address, unless the pixel's address gives them. */
const pageOf = (referer: string | undefined): Record<string, string> => {
	if (referer === undefined || !URL.canParse(referer)) return {};
	const { hostname, pathname, search } = new URL(referer);
	return { hostname, pathname, querystring: search };
};

/** The pageview that a pixel's parameters describe, unchecked. */
const pixelEvent = (
	parameters: URLSearchParams,
	headers: IncomingMessage["headers"],
): Record<string, unknown> => {
	const event: Record<string, unknown> = {
		type: "pageview",
		...pageOf(headers.referer),
		language: preferredLanguage(headers),
		site_id:
			parameters.get("site_id") ?? parameters.get("siteId") ?? parameters.get("site-id") ?? "",
	};
	for (const field of TEXT_FIELDS) {
		const value = parameters.get(field);
		if (value !== null) event[field] = value;
	}
	for (const field of NUMBER_FIELDS) {
		const value = parameters.get(field);
		if (value !== null && value !== "") event[field] = Number(value);
	}
	return event;
};

const answer = (response: ServerResponse, status: number) => {
	if (response.destroyed) return;
	response.writeHead(status, [
		...contentHeaders("image/gif", TRANSPARENT_GIF.length),
		...NO_STORE,
		...(status === 503 ? ["Retry-After", String(RETRY_AFTER_SECONDS)] : []),
		...corsHeaders("public", undefined),
	]);
	response.end(TRANSPARENT_GIF);
};

const statusOf = (outcome: Outcome): number =>
	outcome.kind === "rejected" ? REFUSALS[outcome.refusal.code].status : 200;

/** `GET /api/pixel.gif`: a pageview of a page without scripts. The reply is always the image, whatever the outcome. */
export const createPixelHandler =
	({ ingestEvent, senderOf, configuration }: Collecting) =>
	async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const current = configuration();
		if (current === undefined) return answer(response, 503);
		const { url = "/", headers } = request;
		const query = url.indexOf("?");
		const parameters = new URLSearchParams(query === -1 ? "" : url.slice(query + 1));
		const outcome = await ingestEvent(pixelEvent(parameters, headers), senderOf(request), current);
		answer(response, statusOf(outcome));
	};
