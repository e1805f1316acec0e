import { networkOf } from "@footfall/shared/ip-range";
import type { Requester } from "@footfall/store";
import type { Caller } from "../access/caller.ts";
import type { Site } from "../access/site.ts";

/** What the guard found out about who sends a request. */
export interface Found {
	/** Undefined for visitors of a public site and for those with a private link. */
	caller?: Caller | undefined;
	organizationId?: string;
	site?: Site;
	hasPrivateKey?: boolean;
}

/** The same for all that one person or key sends: a new session or key of one's own is no further turn. */
const callerOf = ({ caller, site, hasPrivateKey }: Found): string => {
	if (caller?.via === "organization-key") return `key ${caller.keyId}`;
	if (caller) return `user ${caller.user.id}`;
	return `${hasPrivateKey ? "private link" : "visitors"} ${site?.siteId ?? ""}`;
};

/**
 * For whom a request waits at the event store. Organizations take turns, whoever reads their sites. Within one, all visitors
 * of a public site together are one of its callers: addresses are cheap. Among themselves they take turns by address, while
 * somebody with a credential does by site.
 * @param address of the client, "" when unknown
 */
export const requesterOf = (found: Found, address: string): Requester => ({
	tenant: found.site?.organizationId ?? found.organizationId ?? "",
	caller: callerOf(found),
	part: found.caller ? String(found.site?.siteId ?? "") : networkOf(address),
});
