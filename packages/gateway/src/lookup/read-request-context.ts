import { plainAddress } from "../http/request/client-address.ts";
import type { CompiledSite } from "../site-config/compiled-site.ts";
import type { Configuration } from "../site-config/configuration.ts";
import type { Geo } from "./geo.ts";
import type { RequestContext, Sender } from "./request-context.ts";
import type { ReadUserAgent } from "./user-agent-facts.ts";

/** What a body says of its sender. The last two count only with a key. */
export interface Claims {
	api_key?: string | undefined;
	ip_address?: string | undefined;
	user_agent?: string | undefined;
}

/** Whether a key came with the body and what it is worth: `undefined` for a wrong one in the body. */
export const trustOf = (
	{ api_key }: Claims,
	{ bearer, receivedAt }: Sender,
	{ settings }: CompiledSite,
	configuration: Configuration,
): boolean | undefined => {
	const opens = (key: string) => configuration.mayIngest(key, settings, receivedAt);
	if (api_key !== undefined) return opens(api_key) ? true : undefined;
	return bearer !== undefined && opens(bearer);
};

export type ReadRequestContext = (
	claims: Claims,
	sender: Sender,
	site: CompiledSite,
	trusted: boolean,
) => RequestContext;

/** Looks up what a sender's address and user agent tell. */
export const requestContextReader =
	(geo: Geo, readUserAgent: ReadUserAgent): ReadRequestContext =>
	(claims, sender, site, trusted) => {
		const address =
			trusted && claims.ip_address !== undefined ? plainAddress(claims.ip_address) : sender.address;
		const userAgent = trusted ? (claims.user_agent ?? sender.userAgent) : sender.userAgent;
		const { place, network, visitorAddress, visitorIdCache: recentIds } = geo.at(address);
		return {
			site,
			trusted,
			address,
			isProxied: sender.isProxied,
			hops: sender.hops,
			headers: sender.headers,
			userAgent,
			agent: readUserAgent(userAgent),
			bearer: undefined,
			trace: sender.trace,
			receivedAt: sender.receivedAt,
			place,
			network,
			visitorAddress,
			visitorIdCache: recentIds,
		};
	};
