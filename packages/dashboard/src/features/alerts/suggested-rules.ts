import type { AlertRule } from "./alert-draft.ts";

export interface Suggestion {
	/** Of the texts; unique but for goals. */
	id: "traffic" | "silent" | "error" | "goal";
	rule: AlertRule;
	/** Of the goal. */
	goalName?: string;
}

const USUAL: Omit<AlertRule, "condition"> = {
	...{ direction: "any", window: "1h", for: 0, quietHours: null, cooldownMinutes: 60 },
	channelIds: [],
};

const MOST_GOALS = 3;

/** What a site could be told of, without what it is told of already. */
export const suggestedRules = (
	existing: readonly AlertRule[],
	goals: readonly { goalId: number; name: string }[],
): Suggestion[] => {
	const has = (isSuch: (rule: AlertRule) => boolean) => existing.some(isSuch);
	const suggestions: Suggestion[] = [];
	if (
		!has(
			({ condition, metric, direction }) =>
				metric === "sessions" &&
				(condition === "below" ||
					(direction !== "up" && (condition === "change" || condition === "unusual"))),
		)
	)
		suggestions.push({
			id: "traffic",
			rule: {
				...USUAL,
				...{ condition: "change", direction: "down", metric: "sessions", threshold: 0.5 },
				...{ window: "6h", for: 30 },
			},
		});
	if (!has(({ condition }) => condition === "silent"))
		suggestions.push({ id: "silent", rule: { ...USUAL, condition: "silent" } });
	if (!has(({ condition }) => condition === "new_error"))
		suggestions.push({ id: "error", rule: { ...USUAL, condition: "new_error" } });
	const isWatched = (goalId: number) =>
		has((rule) => rule.condition === "goal_stopped" && rule.goalId === goalId);
	for (const { goalId, name } of goals
		.filter((goal) => !isWatched(goal.goalId))
		.slice(0, MOST_GOALS))
		suggestions.push({
			id: "goal",
			goalName: name,
			rule: { ...USUAL, condition: "goal_stopped", goalId },
		});
	return suggestions;
};

/** The channels of a suggestion that is added with one click: those of the other alerts, or all for mails. */
export const channelsForSuggestion = (
	existing: readonly AlertRule[],
	channels: readonly { channelId: number; kind: string; isOn: boolean }[],
): number[] => {
	const usable = channels.filter(({ isOn }) => isOn);
	const used = usable.filter(({ channelId }) =>
		existing.some(({ channelIds }) => channelIds.includes(channelId)),
	);
	const mails = usable.filter(({ kind }) => kind === "mail");
	const chosen = used.length > 0 ? used : mails.length > 0 ? mails : usable.slice(0, 1);
	return chosen.map(({ channelId }) => channelId);
};
