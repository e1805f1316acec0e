import type { Address, Misread } from "../../../router/address.ts";

/** The keys of the address that only one page understands, such as the number of a table's page. */
export type PageKeys = Readonly<Record<string, string | undefined>>;

/** The text of a key; undefined where it is missing or empty. Of a key that is given twice the first counts. */
export const pageKey = ({ others }: Address, name: string): string | undefined =>
	others.find(([key]) => key === name)?.[1] || undefined;

/** The address's other keys with some set, or taken away. */
export const withPageKeys = ({ others }: Address, keys: PageKeys): Misread[] => [
	...others.filter(([key]) => !Object.hasOwn(keys, key)),
	...Object.entries(keys).flatMap(([key, text]): Misread[] =>
		text === undefined || text === "" ? [] : [[key, text]],
	),
];

/** A whole number from 1; 1 for anything else. */
export const pageNumberOf = (text: string | undefined): number =>
	/^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : 1;

/** A choice of the address that is one of some; undefined for anything else. */
export const oneOf = <Choice extends string>(
	choices: readonly Choice[],
	text: string | undefined,
): Choice | undefined => choices.find((one) => one === text);
