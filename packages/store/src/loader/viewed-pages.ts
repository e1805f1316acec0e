import { type Hash, hashOf } from "./hash.ts";
import { idOf, type Session } from "./sessions.ts";

/** A page load that was viewed in a session, with its first and last known view, ms since the epoch. */
export interface ViewedPage {
	session: Session;
	first: number;
	last: number;
}

/** A page load by its site and `page_id`. */
export interface PageKey {
	site: number;
	page: string;
}

/**
 * A page load has one session, or a few if it is viewed for days; more come from a client that
 * gives all its loads the same id.
 */
const MOST_SESSIONS = 8;
/** Old entries are dropped by table, each covering this much time. */
const TABLE_MS = 10 * 60 * 1000;
const FIRST_SLOTS = 1024;
const MAX_LOAD = 0.7;

const emptyColumns = (slots: number) => ({
	high: new Uint32Array(slots),
	low: new Uint32Array(slots),
	first: new Float64Array(slots),
	last: new Float64Array(slots),
	sessions: new Array<Session | undefined>(slots),
});

/** Page loads by hash in open addressing: 32 bytes a slot, at most 70 % of the slots in use, and no object for each. */
const createPageTable = () => {
	let slots = FIRST_SLOTS;
	let columns = emptyColumns(slots);
	let size = 0;

	const after = (slot: number) => (slot + 1) & (slots - 1);
	const isOf = (slot: number, { high, low }: Hash) =>
		columns.high[slot] === high && columns.low[slot] === low;
	const put = (slot: number, { high, low }: Hash, { session, first, last }: ViewedPage) => {
		columns.high[slot] = high;
		columns.low[slot] = low;
		columns.first[slot] = first;
		columns.last[slot] = last;
		columns.sessions[slot] = session;
	};
	const at = (slot: number): ViewedPage | undefined => {
		const session = columns.sessions[slot];
		return session && { session, first: columns.first[slot] ?? 0, last: columns.last[slot] ?? 0 };
	};

	const grow = () => {
		const { high, low, first, last, sessions } = columns;
		slots *= 2;
		columns = emptyColumns(slots);
		for (const [from, session] of sessions.entries()) {
			if (!session) continue;
			const hash = { high: high[from] ?? 0, low: low[from] ?? 0 };
			let slot = hash.low & (slots - 1);
			while (columns.sessions[slot]) slot = after(slot);
			put(slot, hash, { session, first: first[from] ?? 0, last: last[from] ?? 0 });
		}
	};

	return {
		add: (hash: Hash, page: ViewedPage) => {
			let known = 0;
			let earliest = -1;
			let slot = hash.low & (slots - 1);
			for (; columns.sessions[slot]; slot = after(slot)) {
				if (!isOf(slot, hash)) continue;
				const { session, first, last } = at(slot) ?? page;
				if (idOf(session) === idOf(page.session)) {
					columns.first[slot] = Math.min(first, page.first);
					columns.last[slot] = Math.max(last, page.last);
					return;
				}
				known++;
				if (earliest === -1 || first < (columns.first[earliest] ?? 0)) earliest = slot;
			}
			if (known === MOST_SESSIONS) return put(earliest, hash, page);
			put(slot, hash, page);
			if (++size > slots * MAX_LOAD) grow();
		},
		each: (hash: Hash, take: (page: ViewedPage) => void) => {
			for (let slot = hash.low & (slots - 1); ; slot = after(slot)) {
				const page = at(slot);
				if (!page) return;
				if (isOf(slot, hash)) take(page);
			}
		},
		size: () => size,
	};
};

/**
 * Recent page loads, by which measurements find their session: whatever the address or the user agent when a page is
 * left, they belong to its view. A load that is viewed again after a while has several sessions. Takes 46 to 91 bytes
 * per load.
 */
export const createViewedPages = () => {
	/** By their start, in `TABLE_MS` since the epoch. */
	const tables = new Map<number, ReturnType<typeof createPageTable>>();
	let newest = 0;
	const hash = ({ site, page }: PageKey) => hashOf(`${site}/${page}`);
	return {
		viewed: (key: PageKey, page: ViewedPage) => {
			newest = Math.max(newest, Math.floor(page.last / TABLE_MS));
			const table = tables.get(newest) ?? createPageTable();
			tables.set(newest, table);
			table.add(hash(key), page);
		},
		/** The page load in its last view before a time, or else in its first. */
		of: (key: PageKey, at: number): ViewedPage | undefined => {
			const wanted = hash(key);
			let before: ViewedPage | undefined;
			let earliest: ViewedPage | undefined;
			for (const { each } of tables.values())
				each(wanted, (page) => {
					if (page.first <= at && page.first >= (before?.first ?? page.first)) before = page;
					if (page.first < (earliest?.first ?? Number.POSITIVE_INFINITY)) earliest = page;
				});
			return before ?? earliest;
		},
		/** Drops page loads that were added, or viewed, before a time; some stay ten minutes longer. */
		forgetBefore: (time: number) => {
			for (const begun of tables.keys()) if ((begun + 1) * TABLE_MS <= time) tables.delete(begun);
		},
		size: () => [...tables.values()].reduce((sum, table) => sum + table.size(), 0),
	};
};
