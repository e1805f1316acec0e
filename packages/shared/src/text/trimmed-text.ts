/** Larger code points take two units. */
const LARGEST_UNIT = 0xffff;

/** The start of a text of at most `maxLength` code units, without splitting a surrogate pair. */
export const trimmedText = (text: string, maxLength: number): string => {
	if (text.length <= maxLength) return text;
	const splitsPair = (text.codePointAt(maxLength - 1) ?? 0) > LARGEST_UNIT;
	return text.slice(0, splitsPair ? maxLength - 1 : maxLength);
};
