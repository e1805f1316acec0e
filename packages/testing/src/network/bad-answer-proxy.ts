import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Faults between a browser and the product. `hang`: nothing is ever answered. `page`: a proxy in front answers with a
 * page of its own. `json`: the same with a refusal in the API's format. `cut`: the connection is closed in the middle
 * of the response.
 */
export type BadAnswer =
	| { kind: "hang" }
	| { kind: "page"; status: number }
	| { kind: "json"; status: number; body: object }
	| { kind: "cut"; afterBytes: number };

export interface BadAnswerProxy {
	/** With the host name of the product, so that it has the same cookies. */
	url: string;
	/** From now on, requests whose path matches fail. Requests that already hang stay so. */
	fail(path: RegExp, bad: BadAnswer): void;
	/** From now on, everything passes. */
	heal(): void;
	close(): Promise<void>;
}

const answerBadly = (response: ServerResponse, bad: BadAnswer) => {
	if (bad.kind === "page") {
		response.writeHead(bad.status, { "Content-Type": "text/html" });
		response.end("<!doctype html><title>Proxy</title><h1>A page of the proxy</h1>");
	} else if (bad.kind === "json") {
		response.writeHead(bad.status, { "Content-Type": "application/json" });
		response.end(JSON.stringify(bad.body));
	}
};

/** Forwards to the product until told to answer badly. */
export const startBadAnswerProxy = async (productUrl: string): Promise<BadAnswerProxy> => {
	const { hostname, port } = new URL(productUrl);
	let failing: { path: RegExp; bad: BadAnswer } | undefined;
	const forward = (incoming: IncomingMessage, response: ServerResponse, maxBytes: number) => {
		const { method, url, headers } = incoming;
		// Nothing is compressed, so that bytes are bytes of lines.
		const asked = request({
			hostname,
			port,
			method,
			path: url,
			headers: { ...headers, "accept-encoding": "identity" },
		});
		asked.on("response", (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
			let left = maxBytes;
			answer.on("data", (chunk: Buffer) => {
				if (left <= 0) return;
				response.write(chunk.subarray(0, left));
				left -= chunk.length;
				if (left <= 0) setImmediate(() => response.destroy());
			});
			// A response that arrives at once ends before it is cut, and must not be ended here.
			answer.on("end", () => left > 0 && response.end());
		});
		asked.on("error", () => response.destroy());
		response.on("close", () => asked.destroy());
		incoming.pipe(asked);
	};
	const server = createServer((incoming, response) => {
		const bad = failing?.path.test(incoming.url ?? "/") ? failing.bad : undefined;
		if (bad?.kind === "cut") forward(incoming, response, bad.afterBytes);
		else if (bad) answerBadly(response, bad);
		else forward(incoming, response, Number.POSITIVE_INFINITY);
	});
	server.listen(0);
	await once(server, "listening");
	return {
		url: `http://${hostname}:${(server.address() as AddressInfo).port}`,
		fail: (path, bad) => {
			failing = { path, bad };
		},
		heal: () => {
			failing = undefined;
		},
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
};
