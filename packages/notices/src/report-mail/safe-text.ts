/** Controls, halves of characters, and marks that change the direction of the text after them. */
const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]+/gu;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The visible characters of a text, each with its accents, joiners and skin tones. */
export const graphemesOf = (text: string): string[] =>
	Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Longer texts are cut before they are divided into characters, which takes time for each. */
const MOST_UNITS = 2_000;

/**
 * A name that a site or its visitors wrote, on one line and of at most `most` visible characters. One that is longer
 * ends in an ellipsis.
 */
export const shownName = (text: string, most: number): string => {
	const line = text.slice(0, MOST_UNITS).replaceAll(UNSAFE, " ").trim();
	if (line.length <= most) return line;
	const characters = graphemesOf(line);
	return characters.length <= most
		? characters.join("")
		: `${characters
				.slice(0, most - 1)
				.join("")
				.trimEnd()}…`;
};
