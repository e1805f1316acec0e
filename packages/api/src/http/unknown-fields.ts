import type { Issue } from "@footfall/shared/api-error";
import { unknownName } from "@footfall/shared/nearest-name";
import { z } from "zod";

/** More would add nothing. */
const MAX_REPORTED = 10;

/** The schema that a value must match, without wrappers; for a pipe, its input. */
const unwrapped = (schema: z.core.$ZodType): z.core.$ZodType => {
	if (schema instanceof z.ZodPipe)
		return unwrapped(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in);
	if (schema instanceof z.ZodLazy) return unwrapped(schema.def.getter());
	if (
		schema instanceof z.ZodOptional ||
		schema instanceof z.ZodNullable ||
		schema instanceof z.ZodDefault ||
		schema instanceof z.ZodPrefault ||
		schema instanceof z.ZodNonOptional ||
		schema instanceof z.ZodReadonly ||
		schema instanceof z.ZodCatch
	)
		return unwrapped(schema.def.innerType);
	return schema;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether the schema accepts additional fields. */
const isOpen = ({ def: { catchall } }: z.ZodObject): boolean =>
	catchall !== undefined && !(catchall instanceof z.ZodNever);

const ofObject = (
	schema: z.ZodObject,
	value: Record<string, unknown>,
	path: PropertyKey[],
): Issue[] => {
	const { shape } = schema.def;
	const found: Issue[] = [];
	for (const [name, one] of Object.entries(value)) {
		if (found.length >= MAX_REPORTED) break;
		const own = Object.hasOwn(shape, name) ? shape[name] : undefined;
		if (own) found.push(...unknownFields(own, one, [...path, name]));
		else if (!isOpen(schema))
			found.push({
				code: "unrecognized_keys",
				keys: [name],
				path: [...path, name],
				message: unknownName("field", name, Object.keys(shape)),
			});
	}
	return found;
};

/**
 * The fields of a value that its schema does not have, at every level. Zod drops them silently, so that a misspelt
 * limit would be ignored.
 */
export const unknownFields = (
	wrapped: z.core.$ZodType,
	value: unknown,
	path: PropertyKey[] = [],
): Issue[] => {
	const schema = unwrapped(wrapped);
	if (schema instanceof z.ZodObject) return isObject(value) ? ofObject(schema, value, path) : [];
	if (schema instanceof z.ZodUnion) {
		// Every option parses the value again, so nested values are checked once per option.
		const found = schema.def.options.map((option) => unknownFields(option, value, path));
		return found.reduce((least, one) => (one.length < least.length ? one : least));
	}
	if (schema instanceof z.ZodArray && Array.isArray(value))
		return ofEach(schema.element, value.entries(), path);
	if (schema instanceof z.ZodRecord && isObject(value))
		return ofEach(schema.valueType, Object.entries(value), path);
	return [];
};

const ofEach = (
	schema: z.core.$ZodType,
	entries: Iterable<[PropertyKey, unknown]>,
	path: PropertyKey[],
): Issue[] => {
	const found: Issue[] = [];
	for (const [name, one] of entries) {
		if (found.length >= MAX_REPORTED) break;
		found.push(...unknownFields(schema, one, [...path, name]));
	}
	return found;
};

/** The objects of a schema in which `unknownFields` finds fields. */
export const closedObjects = (
	wrapped: z.core.$ZodType,
	seen = new Set<z.core.$ZodType>(),
): z.ZodObject[] => {
	const schema = unwrapped(wrapped);
	if (seen.has(schema)) return [];
	seen.add(schema);
	const within = (inner: readonly z.core.$ZodType[]) =>
		inner.flatMap((one) => closedObjects(one, seen));
	if (schema instanceof z.ZodObject)
		return [...(isOpen(schema) ? [] : [schema]), ...within(Object.values(schema.def.shape))];
	if (schema instanceof z.ZodUnion) return within(schema.def.options);
	if (schema instanceof z.ZodArray) return within([schema.element]);
	if (schema instanceof z.ZodRecord) return within([schema.valueType]);
	return [];
};
