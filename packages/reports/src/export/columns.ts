import { z } from "zod";

/** A column of an exported table. */
export interface Column {
	name: string;
	/** `json`: a list or an object, exported as JSON text. `time`: ms since the epoch, an instant in formats that have such. */
	kind: "text" | "integer" | "number" | "boolean" | "json" | "time";
	/** Not all rows have it; the table has it when any row of the first page does. */
	isOptional: boolean;
	/** For a derived column: the column that it is made from, and how. */
	madeOf?: { name: string; change(text: string): string };
}

/** A row as a report returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** The value of a row in a column. */
export const valueIn = (row: Row, { name, madeOf }: Column): unknown => {
	if (!madeOf) return row[name];
	const value = row[madeOf.name];
	return typeof value === "string" ? madeOf.change(value) : value;
};

interface JsonSchema {
	/** Several for a value that may be null. */
	type?: string | string[];
	anyOf?: JsonSchema[];
	items?: JsonSchema;
	properties?: Record<string, JsonSchema>;
	required?: string[];
}

const KINDS: Readonly<Record<string, Column["kind"]>> = {
	string: "text",
	integer: "integer",
	number: "number",
	boolean: "boolean",
};

/** The types of a value except null, which each format represents in its own way. */
const typesOf = ({ anyOf, type }: JsonSchema): (string | undefined)[] =>
	(anyOf ? anyOf.flatMap(typesOf) : [type].flat()).filter((one) => one !== "null");

const kindOf = (schema: JsonSchema): Column["kind"] => {
	const [only, ...others] = typesOf(schema);
	return only === undefined || others.length > 0 ? "json" : (KINDS[only] ?? "json");
};

/** The rows of an answer's schema: the outermost list of objects, or else the single object that it describes. */
const rowsIn = (schema: JsonSchema): JsonSchema | undefined => {
	let level = [schema];
	while (level.length > 0) {
		const found = level.find(({ type, items }) => type === "array" && items?.properties);
		if (found) return found.items;
		level = level.flatMap(({ anyOf = [], properties = {} }) => [
			...anyOf,
			...Object.values(properties),
		]);
	}
	return schema.properties?.["data"];
};

/**
 * The columns of a report's rows, from the schema of its answer.
 * @throws TypeError for a report without rows
 */
export const columnsOf = (response: z.ZodType): Column[] => {
	const row = rowsIn(
		z.toJSONSchema(response, { io: "output", unrepresentable: "any" }) as JsonSchema,
	);
	if (!row?.properties) throw new TypeError("Only a report with rows has columns");
	const required = new Set(row.required);
	return Object.entries(row.properties).map(([name, schema]) => ({
		name,
		kind: kindOf(schema),
		isOptional: !required.has(name),
	}));
};

/** The rows of an answer: the outermost list, or else the single object that it describes. */
export const rowsOf = (answer: unknown): readonly Row[] => {
	let level: unknown[] = [answer];
	while (level.length > 0) {
		const found = level.find((value) => Array.isArray(value));
		if (found) return found as Row[];
		level = level.flatMap((value) =>
			typeof value === "object" && value !== null ? Object.values(value) : [],
		);
	}
	const { data } = answer as { data?: Row };
	return data ? [data] : [];
};
