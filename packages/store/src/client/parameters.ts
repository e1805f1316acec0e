/** A value for a `{name:Type}` placeholder. */
export type ParameterValue =
	| string
	| number
	| bigint
	| boolean
	| null
	| readonly (string | number | bigint)[];
export type StatementParameters = Readonly<Record<string, ParameterValue>>;

const ESCAPES: Readonly<Record<string, string>> = {
	"\\": "\\\\",
	"'": "\\'",
	"\t": "\\t",
	"\n": "\\n",
	"\r": "\\r",
	"\0": "\\0",
	"\b": "\\b",
	"\f": "\\f",
};

// Character by character: control characters have no place in a pattern.
const escaped = (text: string): string => {
	let result = "";
	for (const character of text) result += ESCAPES[character] ?? character;
	return result;
};

const textOf = (value: ParameterValue): string => {
	if (value === null) return "\\N";
	if (typeof value === "string") return escaped(value);
	if (typeof value === "boolean") return value ? "1" : "0";
	if (typeof value !== "object") return String(value);
	const elements = value.map((element) =>
		typeof element === "string" ? `'${escaped(element)}'` : String(element),
	);
	return `[${elements.join(",")}]`;
};

/**
 * The statement that binds parameters to the engine's session: the values never become part of the query's
 * text, the engine parses each by its placeholder's type.
 */
export const setParameters = (parameters: StatementParameters): string => {
	const assignments = Object.entries(parameters).map(([name, value]) => {
		if (!/^[A-Za-z]\w*$/.test(name)) throw new TypeError(`${name} cannot be a parameter's name`);
		return `param_${name} = '${escaped(textOf(value))}'`;
	});
	return assignments.length === 0 ? "" : `SET ${assignments.join(", ")}; `;
};

/**
 * Bytes of the values of one statement at most: the engine writes them into it and refuses 256 KiB, and a server refuses
 * addresses with a field of 128 KiB.
 */
const MAX_BYTES = 65_536;

/** The most bytes that a value takes, whatever has to be escaped in it, twice. */
const mostBytesOf = (value: string | number | bigint): number =>
	typeof value === "string" ? 4 * Buffer.byteLength(value) + 8 : 21;

/** Items in parts whose values fit in a statement, however many and long they are. */
export const inParts = <Item>(
	items: Iterable<Item>,
	valuesOf: (item: Item) => readonly (string | number | bigint)[],
): Item[][] => {
	const parts: Item[][] = [];
	let bytes = Number.POSITIVE_INFINITY;
	for (const item of items) {
		const more = valuesOf(item).reduce<number>((sum, value) => sum + mostBytesOf(value), 0);
		bytes += more;
		if (bytes > MAX_BYTES) {
			parts.push([]);
			bytes = more;
		}
		parts.at(-1)?.push(item);
	}
	return parts;
};
