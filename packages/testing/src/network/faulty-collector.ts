import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * What goes wrong with one request. `lost`: it never arrives. `unanswered`: it is stored, and the connection closes.
 * `cut`: the same in the middle of the answer. `hanging`: it is never answered. `partly`: every second event is stored,
 * the others may be repeated. `page`: a proxy answers with this status and a page.
 */
export type Fault =
	| { kind: "lost" | "unanswered" | "cut" | "hanging" | "partly" }
	| { kind: "page"; status: number; retryAfter?: string };

/** A message as it arrived. */
export type ArrivedMessage = Readonly<Record<string, unknown>>;

/** A server with the answers of `/api/track` and `/api/identify`, and faults. */
export interface FaultyCollector {
	url: string;
	/** Taken one for each request, from the start. */
	faults: Fault[];
	/** The events, as often as they were stored: a repeated id is dropped, as by the gateway. */
	stored: ArrivedMessage[];
	identified: ArrivedMessage[];
	requests: { path: string; authorization: string | undefined; count: number; at: number }[];
	close(): Promise<void>;
}

const answer = (response: ServerResponse, status: number, body: object, headers = {}) => {
	response.writeHead(status, { "content-type": "application/json", ...headers });
	response.end(JSON.stringify(body));
};

/** Refuses events named `refused`, and stores those named `clamped` at another time. */
export const startFaultyCollector = async (): Promise<FaultyCollector> => {
	const faults: Fault[] = [];
	const stored: ArrivedMessage[] = [];
	const identified: ArrivedMessage[] = [];
	const requests: FaultyCollector["requests"] = [];

	const resultOf = (event: ArrivedMessage, isPostponed: boolean) => {
		const { id, event_name } = event;
		if (event_name === "refused") return { id, status: "rejected", error: "too long" };
		if (isPostponed) return { id, status: "rejected", error: "busy", retry: true };
		if (stored.some((one) => one["id"] === id)) return { id, status: "duplicate" };
		stored.push(event);
		const time = "2026-01-01T00:00:00.000Z";
		return event_name === "clamped" ? { id, status: "clamped", time } : { id, status: "stored" };
	};

	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const body = JSON.parse(Buffer.concat(chunks).toString()) as ArrivedMessage[] | ArrivedMessage;
		const messages = Array.isArray(body) ? body : [body];
		requests.push({
			path: request.url ?? "",
			authorization: request.headers.authorization,
			count: messages.length,
			at: performance.now(),
		});
		const fault = faults.shift();
		if (fault?.kind === "lost") return request.socket.destroy();
		if (fault?.kind === "hanging") return;
		if (fault?.kind === "page") {
			const { status, retryAfter } = fault;
			response.writeHead(status, {
				"content-type": "text/html",
				...(retryAfter !== undefined && { "retry-after": retryAfter }),
			});
			return response.end("<!doctype html><title>Proxy</title>");
		}
		if (!Array.isArray(body)) identified.push(body);
		const results = Array.isArray(body)
			? body.map((event, index) => resultOf(event, fault?.kind === "partly" && index % 2 === 1))
			: undefined;
		if (fault?.kind === "unanswered") return request.socket.destroy();
		if (fault?.kind === "cut") {
			response.writeHead(200, { "content-length": "1000" });
			return response.write('{"success":true,"res', () => request.socket.destroy());
		}
		const isPostponed = results?.some(({ retry }) => retry) ?? false;
		const isRefused = results?.every(({ status }) => status === "rejected") ?? false;
		const status = isPostponed ? 207 : isRefused ? 400 : 200;
		answer(response, status, { success: status === 200, ...(results && { results }) });
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		faults,
		stored,
		identified,
		requests,
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
};
