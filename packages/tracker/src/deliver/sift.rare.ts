import { warn } from "../guard/attempt.ts";
import type { Entry } from "./outbox.ts";

/**
 * Delivers what has failed in smaller and smaller parts, and gives up what fails alone while another entry arrives.
 * Resolves when each entry has arrived, waits again, or is given up.
 * @param post resolves to 0 once entries have arrived
 */
export const sift = async (
	entries: Entry[],
	arrived: Entry,
	post: (entries: Entry[]) => Promise<number>,
	keepWaiting: (entries: Entry[]) => void,
	giveUp: (entries: Entry[]) => void,
): Promise<void> => {
	const pass = async (part: Entry[]): Promise<void> => {
		if (!(await post(part))) return;
		const middle = part.length >> 1;
		if (await post([arrived])) keepWaiting(part);
		else if (middle) {
			await pass(part.slice(0, middle));
			await pass(part.slice(middle));
		} else {
			giveUp(part);
			warn("given up", part[0]);
		}
	};
	await pass(entries);
};
