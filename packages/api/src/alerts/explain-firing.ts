import { ApiError } from "@footfall/shared/api-error";
import type { Logger } from "@footfall/shared/logger";
import type { Site } from "../access/site.ts";
import type { ExplainChange } from "../changes/explain-change.ts";
import type { KnownRule } from "./known-rules.ts";
import { metricOfRule } from "./metric-of-rule.ts";
import { windowMs } from "./verdict-of.ts";

/** Conditions whose metric has changed, so that one can say why. */
const EXPLAINED: readonly string[] = ["above", "below", "change", "unusual"];
const MOST_SENTENCES = 2;

const text = (instant: number) => new Date(instant).toISOString().slice(0, 19).replace("T", " ");

/** Sentences about why a rule fires; none if that cannot be said. */
export const explainFiring = async (
	{ alertId, rule, language }: KnownRule,
	{ site, now }: { site: Site; now: number },
	{ explainChange, logger }: { explainChange?: ExplainChange | undefined; logger: Logger },
): Promise<string[]> => {
	if (!explainChange || !EXPLAINED.includes(rule.condition)) return [];
	try {
		const { sentences } = await explainChange({
			...{ site, language, metric: metricOfRule(rule), filters: rule.filters },
			range: {
				start_datetime: text(now - windowMs(rule)),
				end_datetime: text(now),
				time_zone: "UTC",
			},
			...{ compare: "previous", match_weekdays: "true" },
		});
		return sentences.slice(0, MOST_SENTENCES);
	} catch (err) {
		// The alert is worth more than why it fires, and not every metric can be explained.
		if (!(err instanceof ApiError))
			logger.warn({ err, alertId }, "An alert could not be explained");
		return [];
	}
};
