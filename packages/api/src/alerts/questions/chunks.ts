/** Items in the same order, in arrays of at most `size`. */
export const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
	Array.from({ length: Math.ceil(items.length / size) }, (_, place) =>
		items.slice(place * size, (place + 1) * size),
	);
