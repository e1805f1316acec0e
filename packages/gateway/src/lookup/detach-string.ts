/**
 * The same text in memory of its own. A text cut out of a request's head is a view into it: caching twenty thousand
 * addresses as they arrive would retain twenty thousand heads.
 */
export const detachString = (text: string): string =>
	// The engine flattens a concatenated string before it cuts anything from it.
	` ${text}`.slice(1);
