/**
 * The same text, kept alive by nothing but itself. What is cut out of a request's head is a view into it: to remember
 * twenty thousand addresses as they come would be to remember twenty thousand heads.
 */
export const detachString = (text: string): string =>
	// The engine writes a joined text out in one piece before it cuts anything from it.
	` ${text}`.slice(1);
