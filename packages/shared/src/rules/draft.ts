import { type ClientEventType, PROPERTY_SHAPES } from "../event.ts";
import { jsonValue } from "../json-value.ts";
import { MAX_LENGTH } from "../limits.ts";
import { trimmedText } from "../text/trimmed-text.ts";
import { RULE_FIELDS, type RuleField } from "./target.ts";

/** What rules read and change of an event. A checked event of a client has this form, and so has a stored one. */
export interface RuleEvent extends Partial<Record<RuleField, string | undefined>> {
	type: ClientEventType;
	/** JSON text of an object. */
	properties?: string | undefined;
}

/** What rules know about the request of an event. */
export interface RuleFacts {
	/** By lower-cased name; absent for an event outside a request. */
	headers?: Readonly<Record<string, string | string[] | undefined>>;
	/** Turns a text into 32 characters that cannot be traced back to it; the same for the same text of a site. */
	hash(text: string): string;
}

/** An event while rules apply to it. */
export interface Draft {
	event: RuleEvent;
	facts: RuleFacts;
	/** The event is a copy, so that the caller's own stays as it is. */
	isCopy: boolean;
	/** The most characters of a custom event's properties. */
	longestProperties: number;
	/** Parsed when a rule first needs them. */
	properties: Record<string, unknown> | undefined;
	/** Names of changed properties, in the order of the first change. */
	changed: Set<string> | undefined;
}

/** A property, and its name as JSON texts contain it. */
export interface PropertyName {
	name: string;
	json: string;
}
export const propertyNamed = (name: string): PropertyName => ({ name, json: JSON.stringify(name) });

const copyOf = (draft: Draft): RuleEvent => {
	if (!draft.isCopy) {
		// To a copy by `{ ...event }`, a field of its own is added four times as slowly.
		draft.event = Object.assign({}, draft.event);
		draft.isCopy = true;
	}
	return draft.event;
};

/** Sets a field, cut to its length; whether that changes it. */
export const setField = (draft: Draft, field: RuleField, text: string): boolean => {
	const cut = trimmedText(text, RULE_FIELDS[field]);
	if ((draft.event[field] ?? "") === cut) return false;
	copyOf(draft)[field] = cut;
	return true;
};

export const propertiesOf = (draft: Draft): Record<string, unknown> => {
	if (draft.properties === undefined) {
		const value = jsonValue(draft.event.properties ?? "{}");
		const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
		draft.properties = isObject ? (value as Record<string, unknown>) : {};
	}
	return draft.properties;
};

/** The value of a property; `undefined` if the event has none of the name. */
export const propertyValue = (draft: Draft, { name, json }: PropertyName): unknown => {
	if (draft.properties === undefined) {
		// Nearly all texts that lack the name need no parsing; one with a backslash may write it in another way.
		const text = draft.event.properties ?? "";
		if (!text.includes(json) && !text.includes("\\")) return undefined;
	}
	const properties = propertiesOf(draft);
	return Object.hasOwn(properties, name) ? properties[name] : undefined;
};

const markChanged = (draft: Draft, name: string): void => {
	draft.changed ??= new Set();
	draft.changed.add(name);
};

/** Sets a property; whether that changes it. */
export const setProperty = (draft: Draft, name: string, value: unknown): boolean => {
	const properties = propertiesOf(draft);
	if (Object.hasOwn(properties, name) && properties[name] === value) return false;
	properties[name] = value;
	markChanged(draft, name);
	return true;
};

/** `undefined` is not written to JSON, and an object stays quick to read, which it does not after `delete`. */
export const removeProperty = (draft: Draft, name: string): void => {
	propertiesOf(draft)[name] = undefined;
	markChanged(draft, name);
};

type Shape = Readonly<
	Record<string, { safeParse(value: unknown): { success: boolean } } | undefined>
>;

const shapeOf = (type: ClientEventType): Shape =>
	Object.hasOwn(PROPERTY_SHAPES, type) ? PROPERTY_SHAPES[type as keyof typeof PROPERTY_SHAPES] : {};

/** What stands for a value that its type of event does not admit: nothing where it may be absent. */
const STAND_INS = [undefined, "", 0, "about:blank"];

const keepShape = (
	properties: Record<string, unknown>,
	shape: Shape,
	names: Iterable<string>,
): void => {
	for (const name of names) {
		const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
		if (schema === undefined || schema.safeParse(properties[name]).success) continue;
		const standIn = STAND_INS.find((value) => schema.safeParse(value).success);
		properties[name] = standIn;
	}
};

const sizeIn = (properties: Record<string, unknown>, name: string): number =>
	JSON.stringify({ [name]: properties[name] }).length - 1;

/**
 * Properties as text. Where they have become too long, those that were changed last are left out: a masked value must
 * not make way for the original.
 */
const fittingText = (
	properties: Record<string, unknown>,
	changed: ReadonlySet<string>,
	type: ClientEventType,
	longest: number,
): string => {
	const shape = shapeOf(type);
	keepShape(properties, shape, changed);
	const text = JSON.stringify(properties);
	let excess = text.length - longest;
	if (excess <= 0) return text;
	for (const name of [...changed].reverse()) {
		if (excess <= 0) break;
		if (properties[name] === undefined) continue;
		excess -= sizeIn(properties, name);
		properties[name] = undefined;
	}
	keepShape(properties, shape, changed);
	const rest = JSON.stringify(properties);
	if (rest.length <= longest) return rest;
	// Written anew, numbers may take more characters than the client used: what the type needs is left.
	const needed: Record<string, unknown> = {};
	keepShape(needed, shape, Object.keys(shape));
	return JSON.stringify(needed);
};

const longestOf = ({ event: { type }, longestProperties }: Draft): number => {
	if (type === "custom_event") return longestProperties;
	return type === "error" ? MAX_LENGTH.errorProperties : MAX_LENGTH.properties;
};

/** The event with all changes. */
export const finished = (draft: Draft): RuleEvent => {
	const { event, isCopy, properties, changed } = draft;
	if (changed === undefined || properties === undefined) return event;
	const text = fittingText(properties, changed, event.type, longestOf(draft));
	return Object.assign(isCopy ? event : Object.assign({}, event), { properties: text });
};
