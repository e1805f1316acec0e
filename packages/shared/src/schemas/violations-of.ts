import { trimmedText } from "../text/trimmed-text.ts";
import { canonicalText } from "./canonical-text.ts";
import { pointerPart, type SchemaNode, type SchemaType } from "./compile-schema.ts";
import type { StepBudget } from "./linear-pattern.ts";

/** Where and how a value does not fit its schema. */
export interface Violation {
	/**
	 * JSON pointer of the value with `*` for any index or undeclared name, a space and the keyword, such as `/price minimum`;
	 * the keyword alone concerns the properties as a whole.
	 */
	rule: string;
	/** What the rule asks for. */
	message: string;
	/** The value as JSON, cut; "" for one that is missing. */
	value: string;
}

/** Rules that one event reports as violated; further ones are not looked for. */
export const MAX_VIOLATIONS = 20;
/** Violations of the same rule count too: a list can violate one with each of its items. */
const MAX_FOUND = 500;
/** Steps of patterns for one event; some milliseconds at most. */
const MAX_PATTERN_STEPS = 200_000;
/** The most characters of a value that a violation quotes. */
export const MAX_EXAMPLE = 100;

const typeOf = (value: unknown): SchemaType => {
	if (value === null) return "null";
	if (Array.isArray(value)) return "array";
	return typeof value as SchemaType;
};

/** Databases store neither NUL characters nor unpaired surrogates, and terminals obey control characters. */
const storable = (text: string): string => text.replace(/[\p{Cc}\p{Surrogate}]/gu, "\uFFFD");

const describe = (value: unknown): string => {
	if (typeof value === "string") return JSON.stringify(trimmedText(value, MAX_EXAMPLE));
	if (typeof value !== "object" || value === null) return String(value);
	// Names only: the whole may be large.
	if (Array.isArray(value)) return `[${value.length} items]`;
	return `{${Object.keys(value).slice(0, MAX_EXAMPLE).join(", ")}}`;
};

/** Cut after it is quoted, because escapes are longer than what they stand for, and not within a surrogate pair. */
const exampleOf = (value: unknown): string => storable(trimmedText(describe(value), MAX_EXAMPLE));

/** In code points, as JSON Schema counts; no longer than needed to tell. */
const isLonger = (text: string, most: number): boolean => {
	if (text.length <= most) return false;
	if (text.length > 2 * most) return true;
	return [...text].length > most;
};
const isShorter = (text: string, least: number): boolean => {
	if (text.length < least) return true;
	if (text.length >= 2 * least) return false;
	return [...text].length < least;
};

const hasType = (types: ReadonlySet<string>, value: unknown): boolean =>
	types.has(typeOf(value)) ||
	(typeof value === "number" && types.has("integer") && Number.isInteger(value));

/** How the walk of a value goes on. */
interface Walk {
	found: number;
	budget: StepBudget;
	violations: Map<string, Violation>;
}

const isOver = ({ found, violations }: Walk) =>
	found >= MAX_FOUND || violations.size >= MAX_VIOLATIONS;

const report = (walk: Walk, pointer: string, keyword: string, message: string, value?: unknown) => {
	walk.found++;
	const rule = pointer === "" ? keyword : `${pointer} ${keyword}`;
	if (!walk.violations.has(rule) && walk.violations.size < MAX_VIOLATIONS)
		walk.violations.set(rule, {
			rule,
			message,
			value: value === undefined ? "" : exampleOf(value),
		});
};

const checkText = (node: SchemaNode, text: string, walk: Walk): void => {
	const { pointer, minLength, maxLength, pattern, hasFormat, wanted } = node;
	if (minLength !== undefined && isShorter(text, minLength))
		report(walk, pointer, "minLength", `must have at least ${minLength} characters`, text);
	if (maxLength !== undefined && isLonger(text, maxLength))
		report(walk, pointer, "maxLength", `must have at most ${maxLength} characters`, text);
	if (pattern !== undefined) {
		const isMatch = pattern.matches(text, walk.budget);
		if (isMatch === undefined)
			report(walk, pointer, "pattern", "is too long to be compared with its pattern", text);
		else if (!isMatch)
			report(walk, pointer, "pattern", `must match the pattern ${wanted["pattern"]}`, text);
	}
	if (hasFormat !== undefined && !hasFormat(text))
		report(walk, pointer, "format", `must have the format ${wanted["format"]}`, text);
};

const checkList = (node: SchemaNode, list: readonly unknown[], walk: Walk): void => {
	const { pointer, minItems, maxItems, items } = node;
	if (minItems !== undefined && list.length < minItems)
		report(walk, pointer, "minItems", `must have at least ${minItems} items`, list);
	if (maxItems !== undefined && list.length > maxItems)
		report(walk, pointer, "maxItems", `must have at most ${maxItems} items`, list);
	if (items === undefined) return;
	for (const item of list) {
		if (isOver(walk)) return;
		// `items: false` is a rule of the list.
		if (items.isNever) report(walk, pointer, "items", "must have no items", list);
		else check(items, item, walk);
	}
};

const checkObject = (node: SchemaNode, object: Record<string, unknown>, walk: Walk): void => {
	const { pointer, required, properties, additional } = node;
	for (const name of required) {
		if (isOver(walk)) return;
		if (!Object.hasOwn(object, name))
			report(walk, `${pointer}${pointerPart(name)}`, "required", "is required");
	}
	if (properties.size === 0 && additional === undefined) return;
	for (const name of Object.keys(object)) {
		if (isOver(walk)) return;
		const declared = properties.get(name);
		if (declared !== undefined) {
			if (declared.isNever)
				report(walk, declared.pointer, "properties", "must be absent", object[name]);
			else check(declared, object[name], walk);
		} else if (additional?.isNever)
			report(walk, pointer, "additionalProperties", "must have no other properties", {
				[name]: object[name],
			});
		else if (additional !== undefined) check(additional, object[name], walk);
	}
};

const check = (node: SchemaNode, value: unknown, walk: Walk): void => {
	const { pointer, types, enumTexts, constText, minimum, maximum, wanted } = node;
	if (types !== undefined && !hasType(types, value))
		report(walk, pointer, "type", `must be of the type ${wanted["type"]}`, value);
	if (enumTexts !== undefined && !enumTexts.has(canonicalText(value)))
		report(walk, pointer, "enum", `must be one of ${wanted["enum"]}`, value);
	if (constText !== undefined && constText !== canonicalText(value))
		report(walk, pointer, "const", `must be ${wanted["const"]}`, value);
	if (typeof value === "number") {
		if (minimum !== undefined && value < minimum)
			report(walk, pointer, "minimum", `must be at least ${minimum}`, value);
		if (maximum !== undefined && value > maximum)
			report(walk, pointer, "maximum", `must be at most ${maximum}`, value);
	} else if (typeof value === "string") checkText(node, value, walk);
	else if (Array.isArray(value)) checkList(node, value, walk);
	else if (typeof value === "object" && value !== null)
		checkObject(node, value as Record<string, unknown>, walk);
};

/**
 * How a JSON value does not fit a schema: each violated rule once, `MAX_VIOLATIONS` at most. Never throws. The work is
 * bounded by the sizes of value and schema, added and not multiplied: every part of the value meets one part of the schema.
 */
export const violationsOf = (node: SchemaNode, value: unknown): Violation[] => {
	const walk: Walk = { found: 0, budget: { steps: MAX_PATTERN_STEPS }, violations: new Map() };
	check(node, value, walk);
	return [...walk.violations.values()];
};
