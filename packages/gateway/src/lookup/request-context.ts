import type { IncomingHttpHeaders } from "node:http";
import type { CompiledSite } from "../site-config/compiled-site.ts";
import type { AddressFacts } from "./geo.ts";
import type { UserAgentFacts } from "./user-agent-facts.ts";

/** What a request tells about its sender, whatever its body says. */
export interface Sender {
	/** Plain spelling, "" when unknown. */
	address: string;
	/** Came through a proxy that is trusted, and so over connections that many visitors share. */
	isProxied?: boolean | undefined;
	/** Every other address that the request names. */
	hops(): string[];
	headers: IncomingHttpHeaders;
	userAgent: string;
	/** The key of `Authorization: Bearer`, or else of `?api_key=`. */
	bearer: string | undefined;
	/** The id of the trace that the request is part of. */
	trace?: string | undefined;
	/** ms since the epoch. */
	receivedAt: number;
}

/** Everything that filters and layers ask about an event's sender. Looked up before, so that they do no I/O. */
export interface RequestContext extends Sender, AddressFacts {
	site: CompiledSite;
	/** Sent with a key of the site's organization. */
	trusted: boolean;
	/** What `userAgent` tells. */
	agent: UserAgentFacts;
}
