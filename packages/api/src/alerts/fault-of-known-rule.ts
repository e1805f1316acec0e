import { ApiError } from "@footfall/shared/api-error";
import type { Site } from "../access/site.ts";
import { BROKEN } from "./alert-texts.ts";
import type { Knowledge, KnownRule } from "./known-rules.ts";
import { metricOfRule, vitalOf } from "./metric-of-rule.ts";
import { faultOfRule } from "./require-usable.ts";

const goalIn = (metric: string): string | undefined => /^conver\w+\((\d+)\)$/.exec(metric)?.[1];

/** Why a rule cannot be evaluated as things are now, and what to change; undefined if it can. */
export const faultOfKnownRule = async (
	known: KnownRule,
	site: Site,
	{ goals, channels }: Pick<Knowledge, "goals" | "channels">,
): Promise<string | undefined> => {
	const texts = BROKEN[known.language];
	const { rule, siteId } = known;
	const fault = faultOfRule(rule);
	if (fault !== undefined) return texts.failed(fault);
	const metric = metricOfRule(rule);
	const goal = goalIn(metric);
	if (goal !== undefined) {
		try {
			await goals.one(siteId, goal);
		} catch (error) {
			if (error instanceof ApiError) return texts.goal(goal);
			throw error;
		}
	}
	if (vitalOf(metric) !== undefined && !site.webVitals) return texts.vitals;
	if (rule.condition === "new_error" && !site.trackErrors) return texts.errors;
	const existing = channels.get(known.organizationId);
	const gone = rule.channelIds.filter((channelId) => !existing?.has(channelId));
	// With another channel left, the rule still tells somebody.
	return gone.length > 0 && gone.length === rule.channelIds.length
		? texts.channel(gone.join(", "))
		: undefined;
};
