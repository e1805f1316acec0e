import type { AddressFilter } from "../../router/filters.ts";
import type { FilterTree } from "../shared/question/question.ts";
import { dividedFilters, joinedFilters } from "../shared/question/question-filters.ts";
import { shownNumber, storedNumber } from "./metric-unit.ts";

/** A rule as the API has it. */
export interface AlertRule {
	condition:
		| ("above" | "below" | "change" | "unusual")
		| ("silent" | "new_error" | "vital_poor" | "goal_stopped");
	metric?: string;
	filters?: FilterTree;
	/** Of `change` a share: 0.5 is a half. */
	threshold?: number;
	direction: "any" | "up" | "down";
	goalId?: number;
	window: "5m" | "15m" | "1h" | "6h" | "1d";
	/** Minutes. */
	for: number;
	quietHours?: { from: string; to: string; timeZone: string } | null;
	cooldownMinutes: number;
	channelIds: readonly number[];
}

/** What an alert is about. */
export const SUBJECTS = ["figure", "silent", "new_error", "vital_poor", "goal_stopped"] as const;
export type Subject = (typeof SUBJECTS)[number];

type Figured = Pick<AlertRule, "condition" | "direction">;

/** How a figure is compared, with what the API calls it. */
export const COMPARISONS = {
	below: { condition: "below", direction: "any" },
	above: { condition: "above", direction: "any" },
	fell: { condition: "change", direction: "down" },
	rose: { condition: "change", direction: "up" },
	changed: { condition: "change", direction: "any" },
	low: { condition: "unusual", direction: "down" },
	high: { condition: "unusual", direction: "up" },
	odd: { condition: "unusual", direction: "any" },
} as const satisfies Record<string, Figured>;
export type Comparison = keyof typeof COMPARISONS;
export const COMPARISON_NAMES = Object.keys(COMPARISONS) as readonly Comparison[];

export const WINDOWS = ["5m", "15m", "1h", "6h", "1d"] as const;
export const DURATIONS = [0, 5, 10, 15, 30, 60, 180] as const;
export const COOLDOWNS = [0, 15, 60, 360, 1440] as const;

/** The comparison of a rule about a figure. */
export const comparisonOf = ({ condition, direction }: Figured): Comparison | undefined =>
	COMPARISON_NAMES.find((name) => {
		const one: Figured = COMPARISONS[name];
		// The direction of a limit is in its name.
		const hasDirection = condition === "change" || condition === "unusual";
		return one.condition === condition && (!hasDirection || one.direction === direction);
	});

/** What the form of an alert holds. */
export interface AlertDraft {
	/** Empty for the rule in words. */
	name: string;
	subject: Subject;
	metric: string;
	comparison: Comparison;
	/** As typed, in the unit that is shown. */
	threshold: string;
	vital: string;
	/** "" while none is chosen. */
	goal: string;
	filters: readonly AddressFilter[];
	/** Filters that pills cannot show; empty for none. */
	where: FilterTree;
	window: AlertRule["window"];
	for: number;
	hasQuietHours: boolean;
	from: string;
	to: string;
	timeZone: string;
	cooldown: number;
	channels: readonly number[];
	/** How many deviations are unusual, where the API was told. */
	deviations: number | null;
}

export const newDraft = (timeZone: string): AlertDraft => ({
	...{ name: "", subject: "figure", metric: "sessions", comparison: "below", threshold: "" },
	...{ vital: "lcp:p75", goal: "", filters: [], where: [], window: "1h", for: 0 },
	...{ hasQuietHours: false, from: "22:00", to: "07:00", timeZone, cooldown: 60 },
	...{ channels: [], deviations: null },
});

/** A saved rule in the form. @param timeZone of quiet hours that are not there yet */
export const draftOf = (name: string, rule: AlertRule, timeZone: string): AlertDraft => {
	const usual = newDraft(timeZone);
	const { condition, metric, threshold, goalId, quietHours } = rule;
	const comparison = comparisonOf(rule);
	const { filters, where = [] } = dividedFilters(rule.filters);
	const figure = metric ?? usual.metric;
	return {
		...usual,
		...{ name, filters, where, window: rule.window, for: rule.for },
		...{ cooldown: rule.cooldownMinutes, channels: rule.channelIds },
		...(comparison
			? { subject: "figure" as const, comparison, metric: figure }
			: { subject: condition as Subject }),
		...(condition === "vital_poor" && { vital: metric ?? usual.vital }),
		...(goalId !== undefined && { goal: String(goalId) }),
		...(threshold !== undefined &&
			(condition === "unusual"
				? { deviations: threshold }
				: {
						threshold: String(
							condition === "change" ? roundedPercent(threshold) : shownNumber(figure, threshold),
						),
					})),
		...(quietHours && { hasQuietHours: true, ...quietHours }),
	};
};

/** 0.1 + 0.2 of a hundred is 30 per cent. */
const roundedPercent = (share: number): number => Math.round(share * 1e8) / 1e6;

/** A number as people type it, with a comma or a point; NaN for none. */
export const typedNumber = (text: string): number => {
	const plain = text.trim().replace(/^(-?\d+),(\d+)$/, "$1.$2");
	return plain === "" ? Number.NaN : Number(plain);
};

/** Whether a comparison asks for a number, and which. */
export const numberKindOf = (comparison: Comparison): "threshold" | "share" | undefined => {
	const { condition } = COMPARISONS[comparison];
	if (condition === "unusual") return undefined;
	return condition === "change" ? "share" : "threshold";
};

/** The fields that can be wrong. */
export type ProblemField = "metric" | "threshold" | "share" | "goal" | "quiet";

/** What must be changed before the rule can be saved or tried. */
export const problemsOf = (draft: AlertDraft): ReadonlySet<ProblemField> => {
	const found = new Set<ProblemField>();
	if (draft.subject === "figure") {
		const kind = numberKindOf(draft.comparison);
		const number = typedNumber(draft.threshold);
		if (draft.metric.trim() === "") found.add("metric");
		if (kind && (!Number.isFinite(number) || (kind === "share" && number <= 0))) found.add(kind);
	}
	if (draft.subject === "goal_stopped" && draft.goal === "") found.add("goal");
	const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
	const isQuiet = isTime(draft.from) && isTime(draft.to) && draft.from !== draft.to;
	if (draft.hasQuietHours && !isQuiet) found.add("quiet");
	return found;
};

/** Which part of the sentence a subject has. */
export const partsOf = (subject: Subject): { hasWindow: boolean; hasDuration: boolean } => ({
	hasWindow: subject === "figure" || subject === "vital_poor",
	hasDuration: subject === "figure" || subject === "vital_poor",
});

const subjectPart = (draft: AlertDraft): Partial<AlertRule> & Figured => {
	const { subject, metric, comparison, vital, goal, deviations } = draft;
	switch (subject) {
		case "figure": {
			const compared: Figured = COMPARISONS[comparison];
			const kind = numberKindOf(comparison);
			const number = typedNumber(draft.threshold);
			if (kind === "share") return { ...compared, metric, threshold: number / 100 };
			if (kind === "threshold")
				return { ...compared, metric, threshold: storedNumber(metric, number) };
			return { ...compared, metric, ...(deviations !== null && { threshold: deviations }) };
		}
		case "vital_poor":
			return { condition: subject, direction: "any", metric: vital };
		case "goal_stopped":
			return { condition: subject, direction: "any", goalId: Number(goal) };
		default:
			return { condition: subject, direction: "any" };
	}
};

/** The rule of a form without problems. */
export const ruleOf = (draft: AlertDraft): AlertRule => {
	const { from, to, timeZone } = draft;
	const { hasWindow, hasDuration } = partsOf(draft.subject);
	const filters = joinedFilters(draft.filters, draft.where.length > 0 ? draft.where : undefined);
	return {
		...subjectPart(draft),
		...(filters && { filters }),
		window: hasWindow ? draft.window : "1h",
		for: hasDuration ? draft.for : 0,
		quietHours: draft.hasQuietHours ? { from, to, timeZone } : null,
		cooldownMinutes: draft.cooldown,
		channelIds: draft.channels,
	};
};
