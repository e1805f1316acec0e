import type { Json } from "./components.ts";
import { EXAMPLE_VALUES } from "./example-values.ts";

const isObject = (value: unknown): value is Json =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const typeOf = (value: unknown): string =>
	value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

/** Texts in a form, and what a text of this form looks like. */
const FORMATS: Readonly<Record<string, { example: string; pattern: RegExp }>> = {
	date: { example: "2026-11-02", pattern: /^\d{4}-\d\d-\d\d$/ },
	"date-time": { example: "2026-11-02T09:30:00.000Z", pattern: /^\d{4}-\d\d-\d\dT.*Z$/ },
	uri: { example: "https://shop.example.com/logo.png", pattern: /^https:/ },
};

const formatOf = ({ format }: Json) => (typeof format === "string" ? FORMATS[format] : undefined);

/** Whether a value is of a kind that the schema allows; tests check examples completely. */
const fits = (schema: Json, value: unknown): boolean => {
	const { type, anyOf, enum: choices, const: only } = schema;
	if (Array.isArray(anyOf)) return anyOf.some((option) => fits(option as Json, value));
	if (Array.isArray(choices)) return choices.includes(value);
	if (only !== undefined) return only === value;
	const form = formatOf(schema);
	if (form) return typeof value === "string" && form.pattern.test(value);
	if (type === undefined) return schema["$ref"] === undefined;
	const kinds = [type].flat().map((kind) => (kind === "integer" ? "number" : kind));
	return kinds.includes(typeOf(value));
};

const isListOfShapes = ({ items }: Json): boolean =>
	isObject(items) && (items["$ref"] !== undefined || "enum" in items);

/** A column of an exported file, as the schema of its rows names it. */
interface Column {
	name: string;
	kind: string;
}

const VALUE_OF_KIND: Readonly<Record<string, unknown>> = { text: "", json: "[]", boolean: false };

const rowOf = (columns: readonly Column[]): Json =>
	Object.fromEntries(
		columns.map(({ name, kind }) => {
			const value = EXAMPLE_VALUES[name];
			const isText = typeof value === "string";
			const isSame = value !== undefined && (kind === "text") === isText && !isObject(value);
			return [name, isSame && !Array.isArray(value) ? value : (VALUE_OF_KIND[kind] ?? 3)];
		}),
	);

/** Composes an example of a schema from those of its fields. */
export type ExampleOf = (schema: Json, direction: "request" | "response") => unknown;

/**
 * @param components the schemas that references lead to
 * @returns a function whose examples have all required fields, of answers also the optional ones with a known value
 */
export const createExamples = (components: Readonly<Record<string, Json>>): ExampleOf => {
	const exampleOf = (schema: Json, direction: "request" | "response", name = ""): unknown => {
		const { $ref, examples, enum: choices, const: only, type } = schema;
		if (Array.isArray(examples)) return examples[0];
		if (typeof $ref === "string") {
			const component = $ref.split("/").at(-1) ?? "";
			return exampleOf(components[component] ?? {}, direction, component);
		}
		if (only !== undefined) return only;
		if (Array.isArray(choices)) return choices[0];
		const [option] = [schema["anyOf"] ?? schema["oneOf"] ?? []].flat();
		if (isObject(option)) return exampleOf(option, direction, name);
		if (isObject(schema["properties"])) return fieldsOf(schema, direction, name);
		if (type === "array")
			return isObject(schema["items"]) ? [exampleOf(schema["items"], direction)] : [];
		const form = formatOf(schema);
		if (form) return form.example;
		const [kind] = [type].flat();
		if (kind === "null") return null;
		if (kind === "object") return {};
		if (kind === "boolean") return false;
		return kind === "integer" || kind === "number" ? 3 : undefined;
	};

	const fieldsOf = (schema: Json, direction: "request" | "response", shape: string): Json => {
		const { properties, required = [] } = schema as {
			properties: Record<string, Json>;
			required?: string[];
		};
		const shapeName = direction === "request" ? shape.replace(/Input$/, "") : shape;
		const exampleIn = ([name, field]: [string, Json]): [string, unknown][] => {
			const ownName = `${shapeName}.${name}`;
			const own = EXAMPLE_VALUES[ownName];
			if (ownName in EXAMPLE_VALUES) return own === undefined ? [] : [[name, own]];
			const known = EXAMPLE_VALUES[name];
			const isKnown = known !== undefined && !isListOfShapes(field) && fits(field, known);
			const isWanted = required.includes(name) || (isKnown && direction === "response");
			if (!isWanted) return [];
			if (isKnown) return [[name, known]];
			if (field["type"] === "boolean") return [[name, /^(success|is[A-Z]|can[A-Z])/.test(name)]];
			return [[name, exampleOf(field, direction)]];
		};
		return Object.fromEntries(Object.entries(properties).flatMap(exampleIn));
	};

	return (schema, direction) =>
		Array.isArray(schema["x-columns"])
			? [rowOf(schema["x-columns"] as Column[])]
			: exampleOf(schema, direction);
};
