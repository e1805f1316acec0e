import { quietly } from "../guard/attempt.ts";

/**
 * Uses localStorage if possible; `undefined` if accessing it throws (sandboxed frames, blocked storage), if it is full,
 * or if its content is unreadable. The tracker then works from memory alone.
 */
export const withStorage = <Result>(use: (storage: Storage) => Result): Result | undefined =>
	quietly(() => use(localStorage));

/** Removes every localStorage entry whose key begins with `prefix`, and passes its content to `use`. */
export const eachStored = (prefix: string, use: (text: string) => void): void => {
	withStorage((storage) => {
		for (const name of Object.keys(storage))
			if (name.startsWith(prefix)) {
				const text = storage[name];
				// Removed first, so that unreadable content does not recur on every page.
				delete storage[name];
				use(text);
			}
	});
};
