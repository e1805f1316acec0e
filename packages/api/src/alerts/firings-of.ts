import type { AlertRule } from "./alert-rule.ts";
import { nextStep, type Standing } from "./alert-state.ts";
import type { Verdict } from "./conditions/verdict.ts";

/** A time in which a rule fires. */
export interface Firing {
	/** ms since the epoch. */
	start: number;
	/** undefined if it has not ended. */
	end: number | undefined;
	value: number | null;
	expected?: number;
}

/**
 * When a rule would have fired, by the same steps as it does each minute.
 * @param steps the instants of the evaluations, in order
 */
export const firingsOf = (
	rule: AlertRule,
	steps: Iterable<number>,
	verdictAt: (now: number) => Verdict,
): Firing[] => {
	const firings: Firing[] = [];
	const context = { rule: { ...rule, quietHours: null }, wasInterrupted: false };
	let standing: Standing | undefined;
	for (const now of steps) {
		standing ??= { state: "ok", since: now, memory: {} };
		const verdict = verdictAt(now);
		const step = nextStep(standing, verdict.fires, { ...context, now });
		({ standing } = step);
		const { value, expected } = verdict;
		if (step.turn === "begins")
			firings.push({
				...{ start: now, end: undefined, value },
				...(expected !== undefined && { expected }),
			});
		const last = firings.at(-1);
		if (step.turn === "ends" && last) last.end = now;
	}
	return firings;
};
