import { useAddress } from "../../router/use-address.ts";

/** What a page keeps in the address beside what every page keeps there. */
export const useOwnKeys = () => {
	const { address, change } = useAddress();
	return {
		read: (key: string): string | undefined => address.others.find(([name]) => name === key)?.[1],
		/** Sets some, or takes them out where undefined; a table begins with its first page then. */
		set: (values: Readonly<Record<string, string | undefined>>): void => {
			const kept = address.others.filter(([name]) => !Object.hasOwn(values, name));
			const added = Object.entries(values).flatMap(([name, value]) =>
				value === undefined ? [] : [[name, value] as const],
			);
			change({ others: [...kept, ...added], page: undefined });
		},
	};
};
