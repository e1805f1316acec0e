import { searchOf } from "../../address/address.ts";
import { type Destination, pathOf } from "../../address/destination.ts";
import { basePath, useAddress } from "../../address/use-address.ts";
import { type PageKeys, pageKey, withPageKeys } from "./page-keys.ts";

/** The keys of the address that the page alone understands. */
export const usePageKeys = () => {
	const { address, change } = useAddress();
	return {
		key: (name: string) => pageKey(address, name),
		/** Each change is a history entry, and begins the list anew unless it names its page. */
		set: (keys: PageKeys) =>
			change({ others: withPageKeys(address, { page: undefined, ...keys }) }),
		/** A link that takes along everything that is looked at, the list's own state as well. */
		linkWith: (destination: Destination, keys: PageKeys = {}) =>
			basePath() +
			pathOf(destination) +
			searchOf({ ...address, open: undefined, others: withPageKeys(address, keys) }),
	};
};
