import { type AcceptsLarge, type DecodedEntry, decodeEntry } from "./compact-entry.ts";
import { pageFactsOf } from "./page-facts.ts";

/** The version that this gateway reads. A change that older gateways would misread needs a new number. */
const VERSION = 1;
/** Stands before the entries: the version and what they have in common. */
const HEAD_LENGTH = 9;

/** The private wire format of our own tracker: arrays without names, a third of the bytes. */
export interface CompactBody {
	entries: readonly unknown[];
	decode(entry: unknown): DecodedEntry;
}

/** A body in the compact form, of any version: it begins with version, sending time and the page's host name. */
export type CompactValue = readonly [
	version: number,
	sentAt: number,
	hostname: string,
	...rest: unknown[],
];

/**
 * Whether a body is in the compact form. A list in the documented form keeps its events even if it contains other
 * values, so a leading number alone does not make a body compact.
 */
export const isCompact = (value: unknown): value is CompactValue =>
	Array.isArray(value) &&
	Number.isSafeInteger(value[0]) &&
	value[0] > 0 &&
	typeof value[1] === "number" &&
	typeof value[2] === "string";

/** Reads a compact body; `undefined` for an unknown version. */
export const readCompactBody = (
	value: CompactValue,
	acceptsLarge: AcceptsLarge,
): CompactBody | undefined => {
	if (value[0] !== VERSION) return undefined;
	const page = pageFactsOf(value);
	return {
		entries: value.slice(HEAD_LENGTH),
		decode: (entry) => decodeEntry(entry, page, acceptsLarge),
	};
};
