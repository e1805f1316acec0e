import { withStorage } from "../browser/with-storage.ts";

/** Limit of one session, to spare the visitor's network and the site's disk: about 3 MB on the wire. */
const MAX_CHARACTERS = 32_000_000;
const MAX_MS = 60 * 60_000;
/** A session ends after this much inactivity. */
const VISIT_MS = 30 * 60_000;

/** Counts the recorded characters of a session, over all pages of its tab. */
export interface VisitBudget {
	/** Whether the budget is not used up. */
	isLeft(): boolean;
	spend(characters: number, ms: number): void;
}

/** Stored in sessionStorage under `key`; without it, each page counts for itself. */
export const createVisitBudget = (key: string): VisitBudget => {
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
