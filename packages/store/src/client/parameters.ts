/** A value for a `{name:Type}` placeholder. */
export type ParameterValue =
	| string
	| number
	| bigint
	| boolean
	| null
	| readonly (string | number | bigint)[];
export type StatementParameters = Readonly<Record<string, ParameterValue>>;

/** The backslash first, which the others are escaped with. */
const ESCAPES = [
	["\\", "\\\\"],
	["'", "\\'"],
	["\t", "\\t"],
	["\n", "\\n"],
	["\r", "\\r"],
	["\0", "\\0"],
	["\b", "\\b"],
	["\f", "\\f"],
] as const;

const escaped = (text: string): string =>
	ESCAPES.reduce((result, [character, sequence]) => result.replaceAll(character, sequence), text);

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
 * Maximum bytes of the values of one statement: the engine writes them into it and rejects 256 KiB, and a server
 * rejects fields of 128 KiB.
 */
const MAX_BYTES = 65_536;

/** The most bytes that a value can take, with everything that has to be escaped in it, twice. */
const mostBytesOf = (value: string | number | bigint): number =>
	typeof value === "string" ? 4 * Buffer.byteLength(value) + 8 : 21;

const isLong = (value: ParameterValue): boolean => {
	if (typeof value === "string") return mostBytesOf(value) > MAX_BYTES;
	if (typeof value !== "object" || value === null) return false;
	return value.reduce<number>((sum, one) => sum + mostBytesOf(one), 0) > MAX_BYTES;
};

/** Few enough characters for a field, whatever they are. */
const FIELD = /.{1,4000}/gsu;

/**
 * The same statement without long values: lists and texts above a field's length are bound in several fields, which
 * the engine joins when it parses the statement.
 */
export const inFields = (
	sql: string,
	parameters: StatementParameters,
): { sql: string; parameters: StatementParameters } => {
	const long = Object.entries(parameters).filter(([, value]) => isLong(value));
	if (long.length === 0) return { sql, parameters };
	const fields: Record<string, ParameterValue> = { ...parameters };
	const joined = new Map<string, (type: string) => string>();
	for (const [name, value] of long) {
		delete fields[name];
		let count = 0;
		const bound = (field: ParameterValue) => {
			const part = `${name}__${count++}`;
			fields[part] = field;
			return (type: string) => `{${part}:${type}}`;
		};
		const text = (whole: string) => {
			const pieces = (whole.match(FIELD) ?? []).map(bound);
			return () => `concat(${pieces.map((piece) => piece("String")).join(", ")})`;
		};
		if (typeof value === "string") joined.set(name, text(value));
		else if (typeof value === "object" && value !== null) {
			const lists = inParts(value, (one) => [one]).map((part) => {
				const [one] = part;
				if (typeof one !== "string" || !isLong(one)) return bound(part);
				const element = text(one);
				return () => `[${element()}]`;
			});
			joined.set(name, (type) => `arrayConcat(${lists.map((list) => list(type)).join(", ")})`);
		}
	}
	return {
		sql: sql.replaceAll(
			/\{(\w+):(\w+(?:\(\w+\))?)\}/g,
			(placeholder, name: string, type: string) => joined.get(name)?.(type) ?? placeholder,
		),
		parameters: fields,
	};
};

/**
 * The statements that bind parameters to the engine's session, each shorter than the engine's limit: the values never
 * become part of the query's text; the engine parses each by its placeholder's type.
 * @param parameters none of them long
 */
export const setParameters = (parameters: StatementParameters): string[] => {
	const assignments = Object.entries(parameters).map(([name, value]) => {
		if (!/^[A-Za-z]\w*$/.test(name)) throw new TypeError(`${name} is not a valid parameter name`);
		return `param_${name} = '${escaped(textOf(value))}'`;
	});
	return packed(assignments, (assignment) => Buffer.byteLength(assignment)).map(
		(part) => `SET ${part.join(", ")}`,
	);
};

/** Items in groups of at most `MAX_BYTES`; an item above that is a group of its own. */
const packed = <Item>(items: Iterable<Item>, bytesOf: (item: Item) => number): Item[][] => {
	const groups: Item[][] = [];
	let bytes = Number.POSITIVE_INFINITY;
	for (const item of items) {
		const more = bytesOf(item);
		bytes += more;
		if (bytes > MAX_BYTES) {
			groups.push([]);
			bytes = more;
		}
		groups.at(-1)?.push(item);
	}
	return groups;
};

/** Items in groups whose values fit in a statement, however many and long they are. */
export const inParts = <Item>(
	items: Iterable<Item>,
	valuesOf: (item: Item) => readonly (string | number | bigint)[],
): Item[][] =>
	packed(items, (item) =>
		valuesOf(item).reduce<number>((sum, value) => sum + mostBytesOf(value), 0),
	);
