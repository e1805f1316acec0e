import { idOf, type Session } from "./sessions.ts";

/** A page load that was viewed in a session: whose it is, and when its first and last view known were, ms since the epoch. */
export interface ViewedPage {
	session: Session;
	visitor: string;
	identifiedUser: string;
	first: number;
	last: number;
}

/** A page load by its site and `page_id`. */
export interface PageKey {
	site: number;
	page: string;
}

/** A page load has one session, or a few if it is looked at for days; more come of a client that names all its loads alike. */
const MOST_SESSIONS = 8;

const textOf = ({ site, page }: PageKey) => `${site}/${page}`;

/**
 * Page loads of late, by which measurements find their session: whatever the address or the browser's name by the time
 * that a page is left, they belong to its view. A load that is viewed again after a while has several sessions.
 */
export const createViewedPages = () => {
	const pages = new Map<string, ViewedPage[]>();
	return {
		viewed: (key: PageKey, page: ViewedPage) => {
			const text = textOf(key);
			const known = pages.get(text) ?? [];
			// Put at the end again: what is forgotten first is what was viewed first.
			pages.delete(text);
			const same = known.find(({ session }) => idOf(session) === idOf(page.session));
			if (same) {
				same.first = Math.min(same.first, page.first);
				same.last = Math.max(same.last, page.last);
			} else known.push(page);
			known.sort((one, other) => one.first - other.first);
			if (known.length > MOST_SESSIONS) known.shift();
			pages.set(text, known);
		},
		/** The page load as it was viewed last before a time, or else for the first time. */
		of: (key: PageKey, at: number): ViewedPage | undefined => {
			const known = pages.get(textOf(key));
			return known?.findLast(({ first }) => first <= at) ?? known?.[0];
		},
		/** Forgets page loads of which the last view was before a time; those behind a later one stay a little longer. */
		forgetBefore: (time: number) => {
			for (const [key, known] of pages) {
				if (known.some(({ last }) => last >= time)) return;
				pages.delete(key);
			}
		},
		size: () => pages.size,
	};
};
