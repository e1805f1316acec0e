/**
 * The same text in memory of its own. A text that is cut out of a request's head is a view into it: twenty thousand
 * addresses remembered as they come would keep twenty thousand heads.
 */
export const detachString = (text: string): string =>
	// The engine writes a joined text out in one piece before it cuts anything from it.
	` ${text}`.slice(1);
