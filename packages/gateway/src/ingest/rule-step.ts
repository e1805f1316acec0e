import type { ClientEvent } from "@footfall/shared/event";
import { createRuleHash } from "@footfall/shared/rules/keyed-hash";
import type { RequestContext } from "../lookup/request-context.ts";
import type { Outcome } from "./outcome.ts";

/** The part of a request's context that rules need; without headers for an event outside a request. */
export type RuleContext = Pick<RequestContext, "site"> & Partial<Pick<RequestContext, "headers">>;

/** The event as its site's rules leave it; `undefined` if one of them drops it. */
export type ApplySiteRules = (event: ClientEvent, context: RuleContext) => ClientEvent | undefined;

export const DROPPED_BY_RULE: Outcome = { kind: "filtered", reason: "dropped_by_rule" };

/** @param secret the installation's, from which the key of hashes is derived */
export const createRuleStep = (secret: string): ApplySiteRules => {
	const hashOf = createRuleHash(secret);
	return (event, { site, headers }) => {
		if (site.applyRules === undefined) return event;
		const { siteId } = site.settings;
		return site.applyRules(event, {
			...(headers && { headers }),
			hash: (text) => hashOf(siteId, text),
		});
	};
};
