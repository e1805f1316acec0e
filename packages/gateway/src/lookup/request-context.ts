import type { IncomingHttpHeaders } from "node:http";
import type { SiteNumber } from "@footfall/shared/ids";
import type { Span } from "@footfall/shared/tracing/tracing";
import { plainAddress } from "../ip/plain-address.ts";
import type { CompiledSite } from "../site-config/compiled-site.ts";
import type { AddressFacts, Geo } from "./geo.ts";
import type { ParsedUserAgent } from "./user-agent.ts";
import type { ReadUserAgent, UserAgentFacts } from "./user-agent-facts.ts";

/** The client of a request according to its connection and headers, whatever the body says. */
export interface RequestSender {
	/** In canonical form, "" when unknown. */
	address: string;
	/** Whether it came through a trusted proxy, and so over connections that many visitors share. */
	isProxied?: boolean | undefined;
	/** Every other address that the request names. */
	hops(): string[];
	headers: IncomingHttpHeaders;
	userAgent: string;
	/** The key of `Authorization: Bearer`, or else of `?api_key=`. */
	bearer: string | undefined;
	/** The site whose secret another product's client presented: it is trusted there as with a key. */
	trustedFor?: SiteNumber | undefined;
	/** The id of the trace that the request is part of. */
	trace?: string | undefined;
	/** The gateway's own span in that trace; absent unless traces are exported. */
	span?: Span;
	/** ms since the epoch. */
	receivedAt: number;
}

/** What exclusions, bot layers and records need to know about a request; complete before they run, without I/O. */
export interface RequestContext
	extends Omit<RequestSender, "bearer" | "trustedFor" | "userAgent">,
		AddressFacts {
	site: CompiledSite;
	/** Sent with a key of the site's organization. */
	trusted: boolean;
	userAgent: UserAgentFacts;
	/** Browser, system and device by user agent and client hints. */
	client: ParsedUserAgent;
}

const NO_HINTS: IncomingHttpHeaders = {};

export const requestContextOf = ({
	site,
	trusted,
	sender,
	userAgent,
	addressFacts,
}: {
	site: CompiledSite;
	trusted: boolean;
	sender: Omit<RequestSender, "bearer" | "userAgent">;
	userAgent: UserAgentFacts;
	addressFacts: AddressFacts;
}): RequestContext => ({
	site,
	trusted,
	address: sender.address,
	isProxied: sender.isProxied,
	hops: sender.hops,
	headers: sender.headers,
	userAgent,
	// A server's own hints do not describe its users' browsers.
	client: userAgent.withHints(trusted ? NO_HINTS : sender.headers),
	trace: sender.trace,
	receivedAt: sender.receivedAt,
	place: addressFacts.place,
	network: addressFacts.network,
	visitorAddress: addressFacts.visitorAddress,
	visitorIdCache: addressFacts.visitorIdCache,
});

/** Fields of a body that describe a sender other than the request's own; they count only with a key. */
export interface SenderClaims {
	ip_address?: string | undefined;
	user_agent?: string | undefined;
}

export type ReadRequestContext = (
	claims: SenderClaims,
	sender: RequestSender,
	site: CompiledSite,
	trusted: boolean,
) => RequestContext;

/** Looks up the facts that follow from a sender's address and user agent. */
export const createRequestContextReader =
	(geo: Geo, readUserAgent: ReadUserAgent): ReadRequestContext =>
	({ ip_address, user_agent }, sender, site, trusted) => {
		const address = trusted && ip_address !== undefined ? plainAddress(ip_address) : sender.address;
		return requestContextOf({
			site,
			trusted,
			sender: address === sender.address ? sender : { ...sender, address },
			userAgent: readUserAgent(trusted ? (user_agent ?? sender.userAgent) : sender.userAgent),
			addressFacts: geo.at(address),
		});
	};
