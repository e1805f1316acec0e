import type { RequestContext } from "../lookup/request-context.ts";
import { type VisitorIds, visitorIdsFrom } from "../lookup/visitor-id.ts";

/** The ids of the visitor whom a request comes from. `anonymousId` is the one that a mobile SDK keeps. */
export type VisitorOf = (
	context: RequestContext,
	occurredAt: number,
	anonymousId?: string,
) => VisitorIds;

export const visitorsOf = (secret: string): VisitorOf => {
	const visitorIds = visitorIdsFrom(secret);
	return ({ site, visitorAddress, userAgent, visitorIdCache }, occurredAt, anonymousId) =>
		visitorIds({
			site: site.settings.siteId,
			address: visitorAddress,
			userAgent,
			anonymousId,
			salted: site.settings.saltUserIds,
			occurredAt,
			cache: visitorIdCache,
		});
};
