import { MAX_LENGTH } from "@footfall/shared/limits";
import { plainAddress } from "../../ip/plain-address.ts";
import type { RequestSender } from "../../lookup/request-context.ts";
import { clientAddress, namedHops } from "./client-address.ts";
import type { RequestHead } from "./request-head.ts";
import { traceOf } from "./trace.ts";
import type { TrustedProxies } from "./trusted-proxies.ts";

/** Browsers add these automatically on a page that a proxy protects, so they are not evidence of a key. */
const SCHEMES_OF_BROWSERS: ReadonlySet<string> = new Set(["basic", "digest", "negotiate", "ntlm"]);

/** The key of an `Authorization`; "", which opens nothing, if it contains none. */
const authorizedKey = (authorization: string): string | undefined => {
	const space = authorization.indexOf(" ");
	const scheme = authorization.slice(0, space === -1 ? undefined : space).toLowerCase();
	if (SCHEMES_OF_BROWSERS.has(scheme)) return undefined;
	return scheme === "bearer" && space !== -1 ? authorization.slice(space + 1).trim() : "";
};

/** The key that a request presents: the Authorization header's, else `?api_key=`. */
const presentedKey = ({
	headers: { authorization },
	url = "",
}: RequestHead): string | undefined => {
	const key = authorization ? authorizedKey(authorization) : undefined;
	if (key !== undefined) return key;
	const query = url.indexOf("?");
	if (query === -1 || !url.includes("api_key", query)) return undefined;
	return new URLSearchParams(url.slice(query + 1)).get("api_key") || undefined;
};

/** Reads a request's sender from its connection and headers. */
export const createSenderReader =
	(proxies: TrustedProxies) =>
	(request: RequestHead): RequestSender => {
		const { headers, socket } = request;
		let hops: string[] | undefined;
		const address = clientAddress(socket.remoteAddress, headers, proxies);
		return {
			address,
			isProxied: address !== plainAddress(socket.remoteAddress),
			hops: () => (hops ??= namedHops(headers)),
			headers,
			userAgent: (headers["user-agent"] ?? "").slice(0, MAX_LENGTH.userAgent),
			bearer: presentedKey(request),
			trace: traceOf(headers["traceparent"]),
			receivedAt: Date.now(),
		};
	};
