import { networkOf } from "@footfall/shared/ip-range";
import type { Requester } from "@footfall/store";
import type { AnyGrant } from "../access/access.ts";

/** Identifies the person or key: a second session or personal key gets no extra share. */
const callerOf = ({ caller, site, hasPrivateKey }: AnyGrant): string => {
	if (caller?.via === "organization-key") return `key ${caller.keyId}`;
	if (caller) return `user ${caller.user.id}`;
	return `${hasPrivateKey ? "private link" : "visitors"} ${site?.siteId ?? ""}`;
};

/**
 * The requester for whom a request waits at the event store. Organizations are served round robin, whoever reads their
 * sites. Within one, all visitors of a public site count as a single caller, because addresses are cheap. Visitors
 * take turns by address, callers with a credential by site.
 * @param address of the client, "" when unknown
 */
export const requesterOf = (grant: AnyGrant, address: string): Requester => ({
	tenant: grant.site?.organizationId ?? grant.organizationId ?? "",
	caller: callerOf(grant),
	part: grant.caller ? String(grant.site?.siteId ?? "") : networkOf(address),
});
