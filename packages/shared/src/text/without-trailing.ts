/** The text without this character at its end. A regular expression would scan each run of it repeatedly. */
export const withoutTrailing = (text: string, character: string): string => {
	let end = text.length;
	while (end > 0 && text[end - 1] === character) end--;
	return text.slice(0, end);
};
