import { pause } from "@footfall/shared/waiting/pause";

/** A batch that is taken slowly must not cost the membership of its consumer. */
const BEAT_MS = 2000;

/** Passes things from one task to another, one at a time, at the pace of the second. */
export const createHandOff = <Thing>() => {
	const closing = new AbortController();
	let failure: unknown;
	let present: { thing: Thing; done(): void } | undefined;
	let arrived: () => void = () => undefined;

	return {
		/** Resolves when the thing was taken and is done with, or once it is closed. Calls `wait` every 2 s until then. */
		put: async (thing: Thing, wait: () => Promise<void>): Promise<void> => {
			if (closing.signal.aborted) return;
			const taken = new AbortController();
			present = { thing, done: () => taken.abort() };
			arrived();
			const ended = AbortSignal.any([taken.signal, closing.signal]);
			while (await pause(BEAT_MS, ended)) await wait();
		},
		/** The things in order, until it is closed. @throws the error with which it was closed */
		taken: async function* (): AsyncGenerator<Thing> {
			for (;;) {
				if (failure !== undefined) throw failure;
				if (closing.signal.aborted) return;
				if (present === undefined) {
					await new Promise<void>((resolve) => {
						arrived = resolve;
					});
					continue;
				}
				const { thing, done } = present;
				present = undefined;
				yield thing;
				done();
			}
		},
		close: (error?: unknown): void => {
			failure ??= error;
			closing.abort();
			arrived();
		},
	};
};
