/**
 * Items in the same order, in arrays of at most `most`, or whose weights do not exceed it together; an item that weighs
 * more is alone.
 */
export const chunks = <Item>(
	items: readonly Item[],
	most: number,
	weightOf: (item: Item) => number = () => 1,
): Item[][] => {
	const found: Item[][] = [];
	let weight = Number.POSITIVE_INFINITY;
	for (const item of items) {
		weight += weightOf(item);
		if (weight > most) {
			found.push([]);
			weight = weightOf(item);
		}
		found.at(-1)?.push(item);
	}
	return found;
};
