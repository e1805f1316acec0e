const graphemes = new Intl.Segmenter();
const ELLIPSIS = "…";

/** How a channel's product limits a text. */
export interface TextLimit {
	max: number;
	/** Makes a piece of text harmless in the product's markup; what it adds counts. */
	escape?(piece: string): string;
	/** What counts towards `max`: UTF-16 units by default. */
	size?(text: string): number;
}

/** The bytes of a text in UTF-8. */
export const bytesOf = (text: string): number => Buffer.byteLength(text);

/**
 * A text in a product's markup, cut to what the product accepts: never within an emoji or a character with its marks, nor
 * within what an escape makes of one. A cut one ends with an ellipsis.
 */
export const shorten = (
	text: string,
	{ max, escape: escaped = (piece) => piece, size = (piece) => piece.length }: TextLimit,
): string => {
	// Each piece counts for at least its own length, so that nothing behind this can fit.
	const considered = text.slice(0, max + 1);
	const room = max - size(ELLIPSIS);
	let whole = "";
	let cut = "";
	let total = 0;
	for (const { segment } of graphemes.segment(considered)) {
		const piece = escaped(segment);
		total += size(piece);
		if (total > max) return cut + ELLIPSIS;
		whole += piece;
		if (total <= room) cut = whole;
	}
	return whole;
};
