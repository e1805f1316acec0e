/** The text without any of this character at its end. A regular expression would look at each run of it again and again. */
export const withoutTrailing = (text: string, character: string): string => {
	let end = text.length;
	while (end > 0 && text[end - 1] === character) end--;
	return text.slice(0, end);
};
