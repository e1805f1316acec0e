import type { Misread } from "../../router/address.ts";

export const [LEAST_STEPS, USUAL_STEPS, MOST_STEPS] = [2, 3, 10];

/** Which paths are shown. */
export interface JourneyState {
	/** Pages per path. */
	steps: number;
	/** The page or pattern that a step must match, by its index from 0. */
	pages: ReadonlyMap<number, string>;
}

const STEP = /^(\d)~(.{1,2048})$/s;

/** Reads the state from the URL's page keys. Invalid values are ignored. */
export const journeyStateIn = (others: readonly Misread[]): JourneyState => {
	const wanted = Number(others.find(([key]) => key === "steps")?.[1]);
	const isKnown = Number.isInteger(wanted) && wanted >= LEAST_STEPS && wanted <= MOST_STEPS;
	const steps = isKnown ? wanted : USUAL_STEPS;
	const pages = new Map<number, string>();
	for (const [key, text] of others) {
		const [, index = "", page = ""] = (key === "step" && STEP.exec(text)) || [];
		if (page !== "" && Number(index) < steps) pages.set(Number(index), page);
	}
	return { steps, pages };
};

export const withJourneyState = (
	others: readonly Misread[],
	{ steps, pages }: JourneyState,
): Misread[] => [
	...others.filter(([key]) => key !== "steps" && key !== "step"),
	...(steps === USUAL_STEPS ? [] : [["steps", String(steps)] as const]),
	...[...pages]
		.filter(([index]) => index < steps)
		.sort(([one], [other]) => one - other)
		.map(([index, page]) => ["step", `${index}~${page}`] as const),
];

/** Requires a page at a step; removes the requirement if it is already set. */
export const toggledPage = (
	{ steps, pages }: JourneyState,
	index: number,
	page: string,
): JourneyState => {
	const next = new Map(pages);
	if (next.get(index) === page) next.delete(index);
	else next.set(index, page);
	return { steps, pages: next };
};

/** As the API expects it; undefined for none. */
export const stepFilters = ({ pages }: JourneyState): string | undefined =>
	pages.size === 0 ? undefined : JSON.stringify(Object.fromEntries(pages));
