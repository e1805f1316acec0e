import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { METRICS_TYPE } from "../metrics/merged-metrics.ts";
import { contentHeaders, NO_STORE } from "./reply/content-headers.ts";
import { refuse } from "./reply/reply.ts";

const digestOf = (text: string) => createHash("sha256").update(text).digest();

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/** Set by a proxy on this machine that forwards requests from elsewhere. */
const PROXY_HEADERS = ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"];

/** Names that resolve to this machine only: a foreign page may have had its own name resolved to it. */
const LOCAL_HOST = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i;

const isFromThisMachine = ({ socket, headers }: IncomingMessage): boolean =>
	LOOPBACK.test(socket.remoteAddress ?? "") &&
	LOCAL_HOST.test(headers.host ?? "") &&
	PROXY_HEADERS.every((name) => headers[name] === undefined);

/** `GET /metrics` with the token or, without one, from this machine; 404 for everybody else. */
export const createMetricsHandler = ({
	token,
	text,
}: {
	/** The scraper's Bearer token; without one only this machine has access, and not through a proxy. */
	token: string | undefined;
	text(): Promise<string>;
}) => {
	const expected = token === undefined ? undefined : digestOf(`Bearer ${token}`);
	const isAllowed = (request: IncomingMessage) =>
		expected === undefined
			? isFromThisMachine(request)
			: timingSafeEqual(digestOf(request.headers.authorization ?? ""), expected);

	return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		if (!isAllowed(request)) return refuse(response, { code: "NOT_FOUND", error: "Not found" }, []);
		const body = Buffer.from(await text());
		response.writeHead(200, [...contentHeaders(METRICS_TYPE, body.length), ...NO_STORE]);
		response.end(body);
	};
};
