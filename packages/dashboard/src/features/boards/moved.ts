/** A list with one element at another place. */
export const moved = <Item>(list: readonly Item[], from: number, to: number): Item[] => {
	const rest = list.filter((_, place) => place !== from);
	const item = list[from];
	return item === undefined ? rest : [...rest.slice(0, to), item, ...rest.slice(to)];
};
