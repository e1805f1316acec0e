/**
 * Stores items together. Where the store refuses their data, it halves them until the item at fault stands alone, and
 * refuses that.
 * @param store resolves to the fault of the data, undefined for none
 */
export const storeInHalves = async <Item>(
	items: readonly Item[],
	store: (items: readonly Item[]) => Promise<unknown>,
	refuse: (item: Item, reason: string) => Promise<void>,
): Promise<void> => {
	const [first] = items;
	if (first === undefined) return;
	const fault = await store(items);
	if (fault === undefined) return;
	if (items.length === 1) return refuse(first, String(fault));
	const middle = Math.ceil(items.length / 2);
	await storeInHalves(items.slice(0, middle), store, refuse);
	await storeInHalves(items.slice(middle), store, refuse);
};
