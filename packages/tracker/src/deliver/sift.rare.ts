import { warn } from "../guard/attempt.ts";
import type { Entry } from "./entry.ts";

/** An entry must fail alone this often, each time while another arrives: some networks lose requests at random. */
const TRIES_ALONE = 3;

let searches = 0;

/**
 * Delivers failed entries in smaller and smaller groups, and drops an entry that fails alone while another one
 * arrives. Resolves to the entries to retry.
 * @param arrived one that has arrived already; without any, the first or the last shows whether the server can be reached
 * @param post resolves to 0 once entries have arrived
 */
export const sift = async (
	entries: Entry[],
	arrived: Entry | undefined,
	post: (entries: Entry[]) => Promise<number>,
	giveUp: (entries: Entry[]) => void,
): Promise<Entry[] | undefined> => {
	const canary = arrived ?? (entries[1] && entries[searches++ % 2 && entries.length - 1]);
	if (!canary || (await post([canary]))) return entries;
	const left: Entry[] = [];
	const pass = async (part: Entry[]): Promise<void> => {
		const middle = part.length >> 1;
		for (let tries = middle ? 1 : TRIES_ALONE; tries--; ) {
			if (!(await post(part))) return;
			if (await post([canary])) {
				left.push(...part);
				return;
			}
		}
		if (middle) {
			await pass(part.slice(0, middle));
			await pass(part.slice(middle));
		} else {
			giveUp(part);
			warn("dropped", part[0]);
		}
	};
	await pass(entries);
	return left;
};
