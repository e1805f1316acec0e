import { quietly } from "../guard/attempt.ts";

/**
 * Uses localStorage where the page may; `undefined` where even naming it throws (sandboxed frames, blocked storage), where
 * it is full, or where what it holds cannot be read. The tracker then works from memory alone.
 */
export const withStorage = <Result>(use: (storage: Storage) => Result): Result | undefined =>
	quietly(() => use(localStorage));
