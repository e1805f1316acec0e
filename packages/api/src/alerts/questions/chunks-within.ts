/**
 * Items in the same order, in arrays whose weights do not exceed `most` together; an item that weighs more is alone.
 */
export const chunksWithin = <Item>(
	items: readonly Item[],
	weightOf: (item: Item) => number,
	most: number,
): Item[][] => {
	const chunks: Item[][] = [];
	let weight = Number.POSITIVE_INFINITY;
	for (const item of items) {
		weight += weightOf(item);
		if (weight > most) {
			chunks.push([]);
			weight = weightOf(item);
		}
		chunks.at(-1)?.push(item);
	}
	return chunks;
};
