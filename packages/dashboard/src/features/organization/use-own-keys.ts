import { useAddress } from "../../router/use-address.ts";

/** The keys that a page keeps in the URL beside the common ones. */
export const useOwnKeys = () => {
	const { address, change } = useAddress();
	return {
		read: (key: string): string | undefined => address.others.find(([name]) => name === key)?.[1],
		/** Sets keys, or removes those that are undefined; a table returns to its first page then. */
		set: (values: Readonly<Record<string, string | undefined>>): void => {
			const kept = address.others.filter(([name]) => !Object.hasOwn(values, name));
			const added = Object.entries(values).flatMap(([name, value]) =>
				value === undefined ? [] : [[name, value] as const],
			);
			change({ others: [...kept, ...added], page: undefined });
		},
	};
};
