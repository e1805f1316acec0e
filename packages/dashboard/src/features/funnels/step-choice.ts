/** Which sessions of a funnel are listed below it. */
export interface StepChoice {
	/** From 0. */
	step: number;
	/** Those that reached the step, or those that reached it and went no further. */
	which: "reached" | "left";
	/** Page of the list, from 1. */
	page: number;
}

/** Reads `2.left` or `2.left.3`; undefined for invalid text and for steps that the funnel does not have. */
export const stepChoiceOf = (
	text: string | undefined,
	stepCount: number,
): StepChoice | undefined => {
	const found = /^([1-9]\d?)\.(reached|left)(?:\.([1-9]\d{0,5}))?$/.exec(text ?? "");
	if (!found) return undefined;
	const step = Number(found[1]) - 1;
	const which = found[2] === "left" ? "left" : "reached";
	// No session can leave after the last step.
	if (step >= stepCount || (which === "left" && step === stepCount - 1)) return undefined;
	return { step, which, page: Number(found[3] ?? 1) };
};

export const textOfStepChoice = ({ step, which, page }: StepChoice): string =>
	`${step + 1}.${which}${page > 1 ? `.${page}` : ""}`;

interface Reached {
	visitors: number;
}

/** How many sessions a choice has; undefined while unknown. */
export const sessionsOfChoice = (
	{ step, which }: StepChoice,
	rows: readonly Reached[] | undefined,
): number | undefined => {
	const [reached, next] = [rows?.[step]?.visitors, rows?.[step + 1]?.visitors];
	if (reached === undefined || which === "reached") return reached;
	return next === undefined ? undefined : Math.max(0, reached - next);
};
