import type { SchemaObject, SchemaType } from "./compile-schema.ts";
import { formatCheck } from "./formats.ts";

const MAX_DEPTH = 6;
const MAX_NAMES = 100;
/** A text is one of a few if no more than these occur, each in this many values on average. */
const MAX_ENUM = 8;
const LEAST_REPEATED = 5;
const MAX_ENUM_LENGTH = 40;
const PROPOSED_FORMATS = ["date-time", "date", "uuid", "email", "uri"];

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const typeOf = (value: unknown): SchemaType => {
	if (value === null) return "null";
	if (Array.isArray(value)) return "array";
	if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
	return typeof value as SchemaType;
};

const textsSchema = (texts: readonly string[]): SchemaObject => {
	const distinct = [...new Set(texts)];
	const format = PROPOSED_FORMATS.find((name) => texts.every((text) => formatCheck(name)?.(text)));
	if (format !== undefined) return { format };
	const isOneOfFew =
		distinct.length <= MAX_ENUM &&
		texts.length >= distinct.length * LEAST_REPEATED &&
		distinct.every((text) => text.length <= MAX_ENUM_LENGTH);
	return isOneOfFew ? { enum: distinct.sort() } : {};
};

const objectsSchema = (
	objects: readonly Record<string, unknown>[],
	depth: number,
): SchemaObject => {
	const names = [...new Set(objects.flatMap((object) => Object.keys(object)))].slice(0, MAX_NAMES);
	if (depth === 0 || names.length === 0) return {};
	const required = names.filter((name) => objects.every((object) => Object.hasOwn(object, name)));
	return {
		properties: Object.fromEntries(
			names.map((name) => {
				const values = objects.filter((object) => Object.hasOwn(object, name));
				return [
					name,
					schemaOf(
						values.map((object) => object[name]),
						depth - 1,
					),
				];
			}),
		),
		...(required.length > 0 && { required }),
	};
};

const schemaOf = (values: readonly unknown[], depth: number): SchemaObject => {
	const found = new Set(values.map(typeOf));
	if (found.has("number")) found.delete("integer");
	const types = [...found].sort();
	const texts = values.filter((value) => typeof value === "string");
	const items = values.filter((value) => Array.isArray(value)).flat();
	const objects = values.filter(isObject);
	return {
		type: types.length === 1 ? types[0] : types,
		// An enum would forbid the values of the other types.
		...(types.length === 1 && texts.length > 0 && textsSchema(texts)),
		...(objects.length > 0 && objectsSchema(objects, depth)),
		...(items.length > 0 && depth > 0 && { items: schemaOf(items, depth - 1) }),
	};
};

/**
 * A schema that all of the given properties fit, as a start for the site's own: types, what is always there, formats, and
 * the values of texts that repeat.
 */
export const proposedSchema = (properties: readonly Record<string, unknown>[]): SchemaObject =>
	properties.length === 0 ? { type: "object" } : schemaOf(properties, MAX_DEPTH);
