import type { IncomingMessage, ServerResponse } from "node:http";
import { REFUSALS, RETRY_AFTER_SECONDS, type Refusal } from "../../errors/errors.ts";

const API = /^\/+(api|internal)(\/|\?|$)/i;

/** Whether a person waits for the answer in a browser; API clients read JSON. */
export const wantsPage = ({ method, url = "/", headers }: IncomingMessage): boolean =>
	method === "GET" && !API.test(url) && (headers.accept ?? "").includes("text/html");

/** Needs neither script nor style, so its policy allows nothing. It reloads itself until the backend is back. */
const page = Buffer.from(`<!doctype html>
<html lang="en">
	<head>
		<meta charset="utf-8">
		<meta name="viewport" content="width=device-width, initial-scale=1">
		<meta name="color-scheme" content="light dark">
		<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}">
		<title>Footfall is starting</title>
	</head>
	<body>
		<h1>Footfall is starting</h1>
		<p>The dashboard is not available right now: the backend is starting, restarting or busy. Visits are still collected; nothing is lost.</p>
		<p>This page retries every ${RETRY_AFTER_SECONDS} seconds. If the problem persists, check the backend log.</p>
	</body>
</html>
`);

/** Tells a browser's user that the backend does not answer. */
export const answerAwayPage = (response: ServerResponse, { code }: Refusal): void => {
	if (response.destroyed || response.headersSent) return;
	response.writeHead(REFUSALS[code].status, {
		"Content-Type": "text/html; charset=utf-8",
		"Content-Length": String(page.length),
		"Cache-Control": "no-store",
		"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
		"Referrer-Policy": "no-referrer",
		"X-Content-Type-Options": "nosniff",
		"Retry-After": String(RETRY_AFTER_SECONDS),
	});
	response.end(page);
};
