import { quietly } from "../guard/attempt.ts";

/**
 * Uses localStorage if possible; `undefined` if accessing it throws (sandboxed frames, blocked storage), if it is full,
 * or if its content is unreadable. The tracker then works from memory alone.
 */
export const withStorage = <Result>(use: (storage: Storage) => Result): Result | undefined =>
	quietly(() => use(localStorage));
