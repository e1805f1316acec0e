/** JSON that cannot end a script element and is one line to every parser. */
export const scriptJson = (value: unknown): string =>
	JSON.stringify(value).replace(
		/[<>\u2028\u2029]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);
