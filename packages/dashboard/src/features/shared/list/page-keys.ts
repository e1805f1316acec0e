import type { Address, Misread } from "../../../router/address.ts";

/** The URL keys that only one page understands, such as a table's page number. */
export type PageKeys = Readonly<Record<string, string | undefined>>;

/** The value of a key; undefined if it is missing or empty. The first one counts if a key is repeated. */
export const pageKey = ({ others }: Address, name: string): string | undefined =>
	others.find(([key]) => key === name)?.[1] || undefined;

/** The URL's other keys with some set or removed. */
export const withPageKeys = ({ others }: Address, keys: PageKeys): Misread[] => [
	...others.filter(([key]) => !Object.hasOwn(keys, key)),
	...Object.entries(keys).flatMap(([key, text]): Misread[] =>
		text === undefined || text === "" ? [] : [[key, text]],
	),
];

/** A whole number from 1; 1 for any other text. */
export const pageNumberOf = (text: string | undefined): number =>
	/^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : 1;

/** One of several allowed values; undefined for any other text. */
export const oneOf = <Choice extends string>(
	choices: readonly Choice[],
	text: string | undefined,
): Choice | undefined => choices.find((one) => one === text);
