import { canonicalText } from "./canonical-text.ts";
import { FORMAT_NAMES, formatCheck } from "./formats.ts";
import { type LinearPattern, linearPattern } from "./linear-pattern.ts";

/** The types of JSON Schema. */
export const SCHEMA_TYPES = [
	"null",
	"boolean",
	"object",
	"array",
	"number",
	"integer",
	"string",
] as const;
export type SchemaType = (typeof SCHEMA_TYPES)[number];

/** An object of JSON Schema as a site declares it. */
export type SchemaObject = Record<string, unknown>;

/** A schema, or a part of one, ready to check values. Each absent constraint is `undefined`. */
export interface SchemaNode {
	/** JSON pointer of the values that it checks; `*` is any index, or any name that is not declared. */
	pointer: string;
	/** False: no value fits. */
	isNever: boolean;
	types: ReadonlySet<string> | undefined;
	/** Canonical texts of the values of `enum` and `const`. */
	enumTexts: ReadonlySet<string> | undefined;
	constText: string | undefined;
	required: readonly string[];
	properties: ReadonlyMap<string, SchemaNode>;
	additional: SchemaNode | undefined;
	items: SchemaNode | undefined;
	minimum: number | undefined;
	maximum: number | undefined;
	minLength: number | undefined;
	maxLength: number | undefined;
	minItems: number | undefined;
	maxItems: number | undefined;
	pattern: LinearPattern | undefined;
	hasFormat: ((text: string) => boolean) | undefined;
	/** In words, for messages: what `types`, `enum`, `const`, `pattern` and `format` ask for. */
	wanted: Readonly<Record<string, string>>;
}

/** Why a schema is refused, at a JSON pointer into it. */
export interface SchemaFault {
	path: string;
	message: string;
}

const MAX_DEPTH = 16;
/** A fault of each of a thousand keywords would help nobody. */
const MAX_FAULTS = 20;
const MAX_WANTED = 120;
const DIALECT = "https://json-schema.org/draft/2020-12/schema";
/** They describe, and change nothing. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
	...["title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"],
	...["$comment", "$id", "$schema"],
]);
const CONSTRAINTS = [
	...["type", "enum", "const", "required", "properties", "additionalProperties", "items"],
	...["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"],
	...["pattern", "format"],
] as const;
const SUPPORTED: ReadonlySet<string> = new Set(CONSTRAINTS);
const TYPE_NAMES: ReadonlySet<string> = new Set(SCHEMA_TYPES);

const isObject = (value: unknown): value is SchemaObject =>
	typeof value === "object" && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is string[] =>
	Array.isArray(value) && value.every((item) => typeof item === "string");
const isCount = (value: unknown): value is number =>
	typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

/** A name as a part of a JSON pointer (RFC 6901). */
export const pointerPart = (name: string): string =>
	`/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;

const shown = (value: unknown): string => {
	const text = JSON.stringify(value);
	return text.length > MAX_WANTED ? `${text.slice(0, MAX_WANTED)}…` : text;
};

const nodeAt = (pointer: string, isNever: boolean): SchemaNode => ({
	pointer,
	isNever,
	types: undefined,
	enumTexts: undefined,
	constText: undefined,
	required: [],
	properties: new Map(),
	additional: undefined,
	items: undefined,
	minimum: undefined,
	maximum: undefined,
	minLength: undefined,
	maxLength: undefined,
	minItems: undefined,
	maxItems: undefined,
	pattern: undefined,
	hasFormat: undefined,
	wanted: {},
});

/**
 * Compiles a schema of the supported part of JSON Schema 2020-12, in time proportional to its size. A keyword that is not
 * supported is a fault, because its absence would let through what the site meant to refuse.
 */
export const compileSchema = (
	schema: unknown,
): { node: SchemaNode; faults: readonly SchemaFault[] } => {
	const faults: SchemaFault[] = [];
	const refuse = (path: string, message: string) => {
		if (faults.length < MAX_FAULTS) faults.push({ path, message });
	};

	const patternOf = (value: unknown, path: string): LinearPattern | undefined => {
		if (typeof value !== "string") return void refuse(path, "pattern must be a text");
		const pattern = linearPattern(value);
		if ("refused" in pattern) return void refuse(path, `The pattern ${pattern.refused}`);
		return pattern;
	};

	const formatOf = (value: unknown, path: string) => {
		const check = typeof value === "string" ? formatCheck(value) : undefined;
		if (check === undefined)
			refuse(path, `The format is not supported: use one of ${FORMAT_NAMES.join(", ")}`);
		return check;
	};

	const typesOf = (value: unknown, path: string): ReadonlySet<string> | undefined => {
		const names = typeof value === "string" ? [value] : value;
		if (isTexts(names) && names.length > 0 && names.every((name) => TYPE_NAMES.has(name)))
			return new Set(names);
		return void refuse(path, `type must be one or several of ${SCHEMA_TYPES.join(", ")}`);
	};

	const countOf = (value: unknown, path: string, keyword: string): number | undefined =>
		isCount(value) ? value : void refuse(path, `${keyword} must be a whole number of at least 0`);

	const limitOf = (value: unknown, path: string, keyword: string): number | undefined =>
		typeof value === "number" ? value : void refuse(path, `${keyword} must be a number`);

	const propertiesOf = (value: unknown, path: string, pointer: string, depth: number) => {
		if (!isObject(value)) {
			refuse(path, "properties must be an object of schemas");
			return new Map();
		}
		return new Map(
			Object.entries(value).map(([name, one]) => {
				const part = pointerPart(name);
				return [name, nodeOf(one, `${path}${part}`, `${pointer}${part}`, depth + 1)] as const;
			}),
		);
	};

	const checkKeywords = (one: SchemaObject, path: string): void => {
		for (const keyword of Object.keys(one))
			if (!SUPPORTED.has(keyword) && !ANNOTATIONS.has(keyword))
				refuse(
					`${path}${pointerPart(keyword)}`,
					`The keyword ${shown(keyword)} is not supported: use ${CONSTRAINTS.join(", ")}`,
				);
		if (one["$schema"] !== undefined && one["$schema"] !== DIALECT)
			refuse(`${path}/$schema`, `$schema must be ${DIALECT}`);
	};

	const nodeOf = (one: unknown, path: string, pointer: string, depth: number): SchemaNode => {
		const node = nodeAt(pointer, one === false);
		if (typeof one === "boolean") return node;
		if (!isObject(one)) {
			refuse(path, "A schema must be an object, true or false");
			return node;
		}
		if (depth > MAX_DEPTH) {
			refuse(path, `Schemas nest at most ${MAX_DEPTH} levels`);
			return node;
		}
		checkKeywords(one, path);
		/** Compiles what a keyword says, if the schema has it. */
		const given = <Result>(
			keyword: (typeof CONSTRAINTS)[number],
			read: (value: unknown, path: string, keyword: string) => Result,
		): Result | undefined =>
			Object.hasOwn(one, keyword) ? read(one[keyword], `${path}/${keyword}`, keyword) : undefined;
		const wanted: Record<string, string> = {};
		for (const keyword of ["type", "enum", "const", "pattern", "format"] as const)
			given(keyword, (value) => {
				wanted[keyword] = shown(value);
			});
		return {
			...node,
			wanted,
			types: given("type", typesOf),
			enumTexts: given("enum", (values, at) =>
				Array.isArray(values)
					? new Set(values.map(canonicalText))
					: void refuse(at, "enum must be a list of values"),
			),
			constText: given("const", canonicalText),
			required:
				given("required", (names, at) =>
					isTexts(names)
						? [...new Set(names)]
						: void refuse(at, "required must be a list of names"),
				) ?? [],
			properties:
				given("properties", (value, at) => propertiesOf(value, at, pointer, depth)) ?? new Map(),
			additional: given("additionalProperties", (value, at) =>
				nodeOf(value, at, `${pointer}/*`, depth + 1),
			),
			items: given("items", (value, at) => nodeOf(value, at, `${pointer}/*`, depth + 1)),
			minimum: given("minimum", limitOf),
			maximum: given("maximum", limitOf),
			minLength: given("minLength", countOf),
			maxLength: given("maxLength", countOf),
			minItems: given("minItems", countOf),
			maxItems: given("maxItems", countOf),
			pattern: given("pattern", patternOf),
			hasFormat: given("format", formatOf),
		};
	};

	if (!isObject(schema)) refuse("", "A schema must be an object");
	return { node: nodeOf(isObject(schema) ? schema : {}, "", "", 0), faults };
};
