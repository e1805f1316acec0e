import type { Document } from "./page.ts";

/** The characters that the standard PDF fonts have: Windows-1252. */
const KNOWN = /^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/u;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Visitors determine how long values are; more than this never fits a line. */
const MOST_CHARACTERS = 300;

export interface ShownText {
	/** The text with a question mark for each character (grapheme) that the fonts lack. */
	known(text: string): string;
	/** The same, clipped to a width in points in the document's current font. */
	fitting(document: Document, text: string, width: number): string;
	/** Whether anything has been replaced so far. */
	isReplaced(): boolean;
}

/** Texts as the document can show them; remembers whether characters were replaced. */
export const createShownText = (): ShownText => {
	let isReplaced = false;
	const known = (text: string) =>
		[...graphemes.segment(text.slice(0, MOST_CHARACTERS).normalize("NFC"))]
			.map(({ segment }) => {
				if ([...segment].every((character) => KNOWN.test(character))) return segment;
				isReplaced = true;
				return "?";
			})
			.join("");
	const fitting = (document: Document, text: string, width: number) => {
		const shown = known(text);
		if (text.length <= MOST_CHARACTERS && document.widthOfString(shown) <= width) return shown;
		let [fits, tooMany] = [0, shown.length + 1];
		while (tooMany - fits > 1) {
			const middle = Math.floor((fits + tooMany) / 2);
			if (document.widthOfString(`${shown.slice(0, middle)}…`) <= width) fits = middle;
			else tooMany = middle;
		}
		return `${shown.slice(0, fits)}…`;
	};
	return { known, fitting, isReplaced: () => isReplaced };
};
