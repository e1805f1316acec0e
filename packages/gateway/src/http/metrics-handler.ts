import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { METRICS_TYPE } from "../metrics/merged-metrics.ts";
import { refuse } from "./reply/reply.ts";

export interface MetricsAccess {
	/** What a scraper presents as Bearer; without one only this machine may ask, and not through a proxy. */
	token: string | undefined;
	text(): Promise<string>;
}

const digestOf = (text: string) => createHash("sha256").update(text).digest();

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/** Any of these says that somebody asks from elsewhere, through a proxy on this machine. */
const PROXY_HEADERS = ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"];

const isFromThisMachine = ({ socket, headers }: IncomingMessage): boolean =>
	LOOPBACK.test(socket.remoteAddress ?? "") &&
	PROXY_HEADERS.every((name) => headers[name] === undefined);

/** `GET /metrics`: for whoever has the token; without a token for this machine alone, to all others it is not there. */
export const metricsHandler = ({ token, text }: MetricsAccess) => {
	const expected = token === undefined ? undefined : digestOf(`Bearer ${token}`);
	const mayAsk = (request: IncomingMessage) =>
		expected === undefined
			? isFromThisMachine(request)
			: timingSafeEqual(digestOf(request.headers.authorization ?? ""), expected);

	return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		if (!mayAsk(request)) return refuse(response, { code: "NOT_FOUND", error: "Not found" }, []);
		const body = Buffer.from(await text());
		response.writeHead(200, [
			"Content-Type",
			METRICS_TYPE,
			"Content-Length",
			String(body.length),
			"Cache-Control",
			"no-store",
		]);
		response.end(body);
	};
};
