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
