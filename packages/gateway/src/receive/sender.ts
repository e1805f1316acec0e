import { MAX_LENGTH } from "@footfall/shared/limits";
import type { Arrival } from "./arrival.ts";
import { clientAddress, namedHops, plainAddress } from "./client-address.ts";
import { traceOf } from "./trace.ts";
import type { TrustedProxies } from "./trusted-proxies.ts";
import type { Sender } from "./visit.ts";

const BEARER = "Bearer ";

/** Reads a request's sender from its connection and headers. */
export const senderReader =
	(proxies: TrustedProxies) =>
	({ headers, socket }: Arrival): Sender => {
		const { authorization } = headers;
		const address = clientAddress(socket.remoteAddress, headers, proxies);
		return {
			address,
			isProxied: address !== plainAddress(socket.remoteAddress),
			hops: () => namedHops(headers),
			headers,
			userAgent: (headers["user-agent"] ?? "").slice(0, MAX_LENGTH.userAgent),
			bearer: authorization?.startsWith(BEARER) ? authorization.slice(BEARER.length) : undefined,
			trace: traceOf(headers["traceparent"]),
			receivedAt: Date.now(),
		};
	};
