import type { ApplyRules } from "@footfall/shared/rules/compile-rules";
import type { RuleEvent } from "@footfall/shared/rules/draft";
import { createRuleHash } from "@footfall/shared/rules/keyed-hash";
import type { RequestContext } from "../lookup/request-context.ts";
import type { Outcome } from "./outcome.ts";

/** The part of a request's context that rules need; without headers for an event outside a request. */
export type RuleContext = Pick<RequestContext, "site"> & Partial<Pick<RequestContext, "headers">>;

/**
 * The event as its site's rules leave it; `undefined` if one of them drops it.
 * @param rules some of the site's; all, if it is absent
 */
export type ApplySiteRules = <Event extends RuleEvent>(
	event: Event,
	context: RuleContext,
	rules?: ApplyRules,
) => Event | undefined;

export const DROPPED_BY_RULE: Outcome = { kind: "filtered", reason: "dropped_by_rule" };

/** @param secret the installation's, from which the key of hashes is derived */
export const createRuleStep = (secret: string): ApplySiteRules => {
	const hashOf = createRuleHash(secret);
	return (event, { site, headers }, rules = site.applyRules) => {
		if (rules === undefined) return event;
		const { siteId } = site.settings;
		return rules(event, {
			...(headers && { headers }),
			hash: (text) => hashOf(siteId, text),
		});
	};
};
