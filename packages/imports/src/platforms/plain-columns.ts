import type { RawRow } from "../row/reading.ts";
import { PLAIN_FIELDS, type PlainMapping } from "./plain.ts";

const MOST_NAMED = 20;
/** Shorter names may well differ by one letter on purpose. */
const MIN_LENGTH = 4;
const LONG = 8;

const plainName = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** Edit distance: letters wrong, missing, added or swapped with their neighbour. Names are short. */
const editsBetween = (one: string, other: string): number => {
	let beforeLast: number[] = [];
	let last = Array.from({ length: other.length + 1 }, (_, index) => index);
	for (let row = 1; row <= one.length; row++) {
		const current = [row];
		for (let column = 1; column <= other.length; column++) {
			const isSame = one[row - 1] === other[column - 1];
			const isSwapped =
				row > 1 &&
				column > 1 &&
				one[row - 1] === other[column - 2] &&
				one[row - 2] === other[column - 1];
			current.push(
				Math.min(
					(last[column] ?? 0) + 1,
					(current[column - 1] ?? 0) + 1,
					(last[column - 1] ?? 0) + (isSame ? 0 : 1),
					isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
				),
			);
		}
		beforeLast = last;
		last = current;
	}
	return last[other.length] ?? 0;
};

const isMisspelt = (column: string, field: string): boolean => {
	const [one, other] = [plainName(column), plainName(field)];
	if (one === other) return true;
	if (Math.min(one.length, other.length) < MIN_LENGTH || one.length > 2 * other.length)
		return false;
	return editsBetween(one, other) <= (other.length < LONG ? 1 : 2);
};

const listed = (names: readonly string[]) =>
	names.slice(0, MOST_NAMED).join(", ") + (names.length > MOST_NAMED ? " …" : "");

/**
 * The error in a plain file's columns: one that is missing, or unread because its name is misspelt. `undefined`
 * without an error.
 * @param rows its first ones
 * @param isWhole whether these are all: later objects of JSON may have further columns
 */
export const plainColumnFault = (
	mapping: PlainMapping,
	rows: readonly (RawRow | undefined)[],
	isWhole: boolean,
): string | undefined => {
	const found = new Set(rows.flatMap((row) => (row === undefined ? [] : Object.keys(row))));
	if (found.size === 0) return undefined;
	const isTable = isWhole || rows.every((row) => row && Object.keys(row).length === found.size);
	const columns = [...found];
	const its = `its columns are ${listed(columns)}`;
	const sourceOf = (field: (typeof PLAIN_FIELDS)[number]) => mapping[field] ?? field;
	const isThere = (field: (typeof PLAIN_FIELDS)[number]) => {
		const source = sourceOf(field);
		return typeof source !== "string" || found.has(source);
	};
	const absent = PLAIN_FIELDS.filter((field) => !isThere(field));

	const mapped = absent.find((field) => mapping[field] !== undefined);
	if (isTable && mapped !== undefined)
		return `there is no column "${sourceOf(mapped)}", to which the mapping assigns ${mapped}; ${its}`;
	const read = new Set(PLAIN_FIELDS.map(sourceOf));
	for (const column of columns.filter((name) => !read.has(name)).slice(0, 1000)) {
		const field = absent.find((name) => isMisspelt(column, name));
		if (field !== undefined)
			return `its column "${column}" looks like ${field}, but is not imported: rename it, or name the column of ${field} with --mapping, as in ${JSON.stringify({ [field]: column })}`;
	}
	if (!isThere("timestamp"))
		return `there is no column "timestamp": name the column with the time with --mapping, as in {"timestamp": "when"}; ${its}`;
	const hasContent = (["url", "pathname", "event_name"] as const).some(isThere);
	if (isTable && !hasContent)
		return `there is no column "url", "pathname" or "event_name": name the column with the page or the event with --mapping, as in {"url": "page"}; ${its}`;
	return undefined;
};
