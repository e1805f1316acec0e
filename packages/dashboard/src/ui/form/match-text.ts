/** A text normalized for search: without case and accents, so that "munch" finds "München". */
export const foldedText = (text: string): string =>
	text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/**
 * The position of a folded search in a label, as start and end of a slice; undefined without a match. A letter is never
 * separated from its accents.
 */
export const matchIn = (label: string, search: string): readonly [number, number] | undefined => {
	if (search === "") return undefined;
	let folded = "";
	/** For each character of `folded`, the index of its character in the label. */
	const starts: number[] = [];
	let index = 0;
	for (const letter of label) {
		for (const one of foldedText(letter)) {
			for (let unit = 0; unit < one.length; unit++) starts.push(index);
			folded += one;
		}
		index += letter.length;
	}
	const at = folded.indexOf(search);
	if (at === -1) return undefined;
	return [starts[at] ?? 0, starts[at + search.length] ?? label.length];
};
