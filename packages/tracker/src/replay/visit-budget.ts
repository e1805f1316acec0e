import { withStorage } from "../browser/with-storage.ts";

/** Limit of one visit, for its visitor's network and the site's disk: about 3 MB on the wire. */
const MAX_CHARACTERS = 32_000_000;
const MAX_MS = 60 * 60_000;
/** As long as a visit lasts without anything happening. */
const VISIT_MS = 30 * 60_000;

/** Counts what a visit has recorded, over all pages of its tab. */
export interface VisitBudget {
	/** Whether there is something left. */
	isLeft(): boolean;
	spend(characters: number, ms: number): void;
}

/** Kept in sessionStorage under `key`; where there is none, each page counts for itself. */
export const visitBudget = (key: string): VisitBudget => {
	const kept =
		withStorage(() => sessionStorage.getItem(key))
			?.split(" ")
			.map(Number) ?? [];
	let [characters = 0, ms = 0, spentAt = 0] = kept;
	return {
		isLeft: () => {
			if (Date.now() - spentAt > VISIT_MS) characters = ms = 0;
			return characters < MAX_CHARACTERS && ms < MAX_MS;
		},
		spend: (moreCharacters, moreMs) => {
			characters += moreCharacters;
			ms += moreMs;
			spentAt = Date.now();
			withStorage(() => sessionStorage.setItem(key, `${characters} ${ms} ${spentAt}`));
		},
	};
};
