import { useMemo } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteReport } from "../../../layout/use-site-report.ts";
import type { Naming } from "./metric-text.ts";

/** What metrics and dimensions are named with; goals are asked for only where a name of one is needed. */
export const useNaming = (needsGoals: boolean): Naming => {
	const own = useAreaWords("explore");
	const { words, locale } = useWording();
	const report = useSiteReport("goals", {
		parameters: { page_size: 100 },
		isCompared: false,
		isOff: !needsGoals,
	});
	const goals = report.data?.data;
	return useMemo(
		() => ({
			own,
			words,
			locale,
			goals:
				goals &&
				new Map(
					goals.map(({ goalId, name }) => [String(goalId), name ?? own.goal(String(goalId))]),
				),
		}),
		[own, words, locale, goals],
	);
};

const OF_GOAL = /^conversion/;
/** Whether a metric's name contains that of a goal. */
export const namesGoal = (metrics: readonly string[]): boolean =>
	metrics.some((metric) => OF_GOAL.test(metric));
