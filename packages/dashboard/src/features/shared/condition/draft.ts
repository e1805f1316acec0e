import type { Misread } from "../../../router/address.ts";
import { type Condition, conditionOfText, textOfCondition } from "./condition.ts";

/** An unsaved goal (of one step) or funnel. */
export interface Draft {
	name: string;
	steps: readonly Condition[];
}

const KEYS: readonly string[] = ["name", "step"];
const MAX_STEPS = 20;

/** The draft among the URL's page keys; undefined for none. */
export const draftIn = (others: readonly Misread[]): Draft | undefined => {
	if (!others.some(([key]) => KEYS.includes(key))) return undefined;
	const steps = others.flatMap(([key, text]) => {
		const step = key === "step" ? conditionOfText(text) : undefined;
		return step ? [step] : [];
	});
	return {
		name: others.find(([key]) => key === "name")?.[1] ?? "",
		steps: steps.slice(0, MAX_STEPS),
	};
};

const keysOf = ({ name, steps }: Draft): Misread[] => [
	...(name === "" ? [] : ([["name", name]] satisfies Misread[])),
	...steps.map((step): Misread => ["step", textOfCondition(step)]),
];

/** The other keys, with the draft replaced. */
export const withDraft = (others: readonly Misread[], draft: Draft): Misread[] => [
	...others.filter(([key]) => !KEYS.includes(key)),
	...keysOf(draft),
];

/** A link with a draft, which opens the same form filled in. */
export const hrefWithDraft = (href: string, draft: Draft): string => {
	const query = new URLSearchParams(keysOf(draft).map(([key, text]) => [key, text])).toString();
	return `${href}${href.includes("?") ? "&" : "?"}${query}`;
};

/** Whether two drafts have the same content. */
export const isSameDraft = (one: Draft, other: Draft): boolean =>
	JSON.stringify(keysOf(one)) === JSON.stringify(keysOf(other));

/** The steps with one moved to another position. */
export const movedStep = <Step>(steps: readonly Step[], from: number, to: number): Step[] => {
	const step = steps[from];
	const rest = steps.filter((_, at) => at !== from);
	return step === undefined ? [...steps] : rest.toSpliced(to, 0, step);
};
