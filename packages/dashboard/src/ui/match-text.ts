/** A text as it is searched: without case and accents, so that "munch" finds "München". */
export const foldedText = (text: string): string =>
	text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/**
 * Where a folded search stands in a label, as start and end of a slice of it; undefined where it does not.
 * A letter and its accents are never cut apart.
 */
export const matchIn = (label: string, search: string): readonly [number, number] | undefined => {
	if (search === "") return undefined;
	let folded = "";
	/** For each letter of `folded`, where its letter of the label begins. */
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
