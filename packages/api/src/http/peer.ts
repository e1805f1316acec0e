import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** The client of a request, and the address by which it reached this server. */
export interface Peer {
	/** The client's IP address, "" when unknown. */
	address: string;
	/** `host:port` as the client sees this server. */
	host: string;
	/** `https://host:port` as the client sees this server; "" for a request without a Host. */
	origin: string;
}

const first = (headers: IncomingHttpHeaders, name: string): string => {
	const value = headers[name];
	const text = Array.isArray(value) ? value.join(",") : (value ?? "");
	return text.split(",", 1)[0]?.trim() ?? "";
};

const HOST = /^[a-z0-9.\-_[\]:]+$/i;

/**
 * Reads the forwarding headers only from a trusted peer: `X-Forwarded-For` then holds the address that the gateway
 * resolved, and nothing forged by a client.
 */
export const peerOf = (
	request: IncomingMessage,
	options: { trustForwarded: boolean; baseUrl?: string | undefined },
): Peer => {
	const { headers, socket } = request;
	const forwarded = (name: string) => (options.trustForwarded ? first(headers, name) : "");
	const host = forwarded("x-forwarded-host") || (headers.host ?? "");
	const scheme = forwarded("x-forwarded-proto") === "https" ? "https" : "http";
	return {
		host,
		address: forwarded("x-forwarded-for") || (socket.remoteAddress ?? ""),
		origin: options.baseUrl ?? (HOST.test(host) ? `${scheme}://${host}` : ""),
	};
};
