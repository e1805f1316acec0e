/**
 * The owner of a queued entry: tenants take turns, within a tenant its callers, and within a caller
 * the parts of its work.
 */
export interface Requester {
	tenant: string;
	caller: string;
	part: string;
}

/** The product's own work. */
export const NOBODY: Requester = { tenant: "", caller: "", part: "" };

/** The position of a tenant, a caller or a part that has entries. */
interface Turn {
	key: string;
	/** The lowest is served next. */
	place: number;
	entries: number;
}

/**
 * A queue in which requesters take turns, however many entries each has: one with a hundred entries delays another
 * requester by only one of them. It scans all entries, at most a thousand per pool.
 */
export const createFairQueue = <Entry extends { readonly requester: Requester }>() => {
	/** In order of arrival, each with the positions of its tenant, its caller and its part. */
	const queue = new Map<Entry, Turn[]>();
	const turns = new Map<string, Turn>();
	let places = 0;

	const remove = (entry: Entry) => {
		for (const turn of queue.get(entry) ?? []) if (--turn.entries === 0) turns.delete(turn.key);
		queue.delete(entry);
	};

	/** Compares by tenant, then by caller, then by part; negative if `one` comes first, 0 for the same part. */
	const compare = (
		one: readonly Turn[],
		other: readonly Turn[],
		by: (one: Turn, other: Turn) => number,
	): number => {
		for (const [level, turn] of one.entries()) {
			const difference = by(turn, other[level] ?? turn);
			if (difference !== 0) return difference;
		}
		return 0;
	};

	return {
		size: () => queue.size,
		add: (entry: Entry) => {
			const { tenant, caller, part } = entry.requester;
			const own = [[tenant], [tenant, caller], [tenant, caller, part]].map((path) => {
				const key = JSON.stringify(path);
				const turn = turns.get(key) ?? { key, place: places++, entries: 0 };
				turns.set(key, turn);
				turn.entries++;
				return turn;
			});
			queue.set(entry, own);
		},
		/** Removes the first in turn among those that may run. */
		take: (mayRun: (entry: Entry) => boolean): Entry | undefined => {
			let first: [Entry, Turn[]] | undefined;
			for (const one of queue)
				if (!first || compare(one[1], first[1], (a, b) => a.place - b.place) < 0)
					if (mayRun(one[0])) first = one;
			if (!first) return undefined;
			remove(first[0]);
			for (const turn of first[1]) turn.place = places++;
			return first[0];
		},
		remove,
		/** Removes the latest entry of the requester with the most entries, so that others keep their place. */
		evict: (): Entry | undefined => {
			let last: [Entry, Turn[]] | undefined;
			for (const one of queue)
				if (
					!last ||
					compare(one[1], last[1], (a, b) => b.entries - a.entries || a.place - b.place) <= 0
				)
					last = one;
			if (last) remove(last[0]);
			return last?.[0];
		},
	};
};
