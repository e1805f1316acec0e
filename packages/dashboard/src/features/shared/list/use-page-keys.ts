import { searchOf } from "../../../router/address.ts";
import { basePath } from "../../../router/current-place.ts";
import { type Destination, pathOf } from "../../../router/destination.ts";
import { useAddress } from "../../../router/use-address.ts";
import { type PageKeys, pageKey, withPageKeys } from "./page-keys.ts";

/** The URL keys that only this page understands. */
export const usePageKeys = () => {
	const { address, change } = useAddress();
	return {
		key: (name: string) => pageKey(address, name),
		/** Each change is a history entry and returns to the first page of the list. */
		set: (keys: PageKeys) => change({ others: withPageKeys(address, keys) }),
		toPage: (page: number) => change({ page: page === 1 ? undefined : page }),
		/** A link that keeps the whole view, including the list's own state. */
		linkWith: (destination: Destination, keys: PageKeys = {}, page = address.page) =>
			basePath() +
			pathOf(destination) +
			searchOf({
				...address,
				open: undefined,
				page: page === 1 ? undefined : page,
				others: withPageKeys(address, keys),
			}),
	};
};
