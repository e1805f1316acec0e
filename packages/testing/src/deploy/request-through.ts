import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { type Agent, request as httpsRequest } from "node:https";
import type { ReverseProxy } from "./reverse-proxies.ts";

export interface ProxiedRequest {
	path: string;
	/** `stats.example.com` unless given. */
	host?: string;
	method?: string;
	headers?: OutgoingHttpHeaders;
	body?: string | Uint8Array;
	agent?: Agent | false;
}

export interface ProxiedAnswer {
	status: number;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

/** The address of a test's clients: one of this machine that no proxy and no gateway has. */
export const CLIENT_ADDRESS = "127.0.0.2";

const PATIENCE_MS = 60_000;

/** Sends a request over TLS and resolves with its response's head. */
export const openThrough = (
	{ port, certificate }: Pick<ReverseProxy, "port" | "certificate">,
	{ path, host = "stats.example.com", method = "GET", headers = {}, body, agent }: ProxiedRequest,
): Promise<IncomingMessage> =>
	new Promise((resolve, reject) => {
		const request = httpsRequest(
			{
				host: "127.0.0.1",
				port,
				localAddress: CLIENT_ADDRESS,
				servername: host,
				ca: certificate,
				method,
				path,
				headers: {
					host,
					...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
					...headers,
				},
				agent: agent ?? false,
			},
			resolve,
		);
		request.setTimeout(PATIENCE_MS, () => request.destroy(new Error("No answer")));
		request.on("error", reject);
		request.end(body);
	});

/** Sends a request over TLS and resolves with the whole response. */
export const requestThrough = async (
	proxy: Pick<ReverseProxy, "port" | "certificate">,
	request: ProxiedRequest,
): Promise<ProxiedAnswer> => {
	const response = await openThrough(proxy, request);
	const chunks: Buffer[] = [];
	for await (const chunk of response) chunks.push(chunk as Buffer);
	return {
		status: response.statusCode ?? 0,
		headers: response.headers,
		body: Buffer.concat(chunks),
	};
};
