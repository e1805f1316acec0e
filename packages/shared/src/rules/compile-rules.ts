import { MAX_LENGTH } from "../limits.ts";
import { trimmedText } from "../text/trimmed-text.ts";
import {
	type Draft,
	finished,
	propertiesOf,
	propertyNamed,
	propertyValue,
	type RuleEvent,
	type RuleFacts,
	removeProperty,
	setField,
	setProperty,
} from "./draft.ts";
import { createMask } from "./mask-pattern.ts";
import type { Rule, RuleCondition, RuleOperator } from "./rule.ts";
import { EVERY_PROPERTY, propertyIn, type RuleField } from "./target.ts";

/** The most characters of a header or a parameter that are copied. */
const MAX_COPIED = 256;

/**
 * Applies a site's rules to an event, once and in their order. The event itself stays as it is.
 * @param touched called for each rule that changes or drops the event, with its place from 0 on
 * @returns the event, changed or not, with all that rules do not know of; `undefined` if a rule drops it
 */
export type ApplyRules = <Event extends RuleEvent>(
	event: Event,
	facts: RuleFacts,
	touched?: (index: number) => void,
) => Event | undefined;

/** Whether it changed the event; "drop" ends it. */
type Action = (draft: Draft) => boolean | "drop";
type Test = (draft: Draft) => boolean;

/** A value as rules compare, hash and mask it: objects and lists as their JSON, "" for none. */
const textOf = (value: unknown): string => {
	if (typeof value === "string") return value;
	if (value === undefined || value === null) return "";
	return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** Reads and writes what a target names. */
interface Place {
	read(draft: Draft): string;
	write(draft: Draft, text: string): boolean;
}

const placeOf = (target: string): Place => {
	const name = propertyIn(target);
	if (name === undefined) {
		const field = target as RuleField;
		return {
			read: ({ event }) => event[field] ?? "",
			write: (draft, text) => setField(draft, field, text),
		};
	}
	const property = propertyNamed(name);
	return {
		read: (draft) => textOf(propertyValue(draft, property)),
		write: (draft, text) => setProperty(draft, name, text),
	};
};

const COMPARE: Readonly<Record<RuleOperator, (value: string) => (text: string) => boolean>> = {
	equals: (value) => (text) => text === value,
	not_equals: (value) => (text) => text !== value,
	contains: (value) => (text) => text.includes(value),
	not_contains: (value) => (text) => !text.includes(value),
	starts_with: (value) => (text) => text.startsWith(value),
	ends_with: (value) => (text) => text.endsWith(value),
	greater_than: (value) => {
		const bound = Number(value);
		return (text) => text !== "" && Number(text) > bound;
	},
	less_than: (value) => {
		const bound = Number(value);
		return (text) => text !== "" && Number(text) < bound;
	},
	is_set: () => (text) => text !== "",
	is_not_set: () => (text) => text === "",
};

const testOf = ({ target, operator, value = "" }: RuleCondition): Test => {
	const compare = COMPARE[operator](value);
	if (target === "type") return ({ event }) => compare(event.type);
	const { read } = placeOf(target);
	return (draft) => compare(read(draft));
};

/** Replaces a text that there is. */
const replacing = (
	{ read, write }: Place,
	replace: (text: string, facts: RuleFacts) => string,
): Action => {
	return (draft) => {
		const text = read(draft);
		return text !== "" && write(draft, replace(text, draft.facts));
	};
};

const maskEach =
	(mask: (text: string) => string): Action =>
	(draft) => {
		if ((draft.event.properties ?? "{}") === "{}" && draft.properties === undefined) return false;
		const properties = propertiesOf(draft);
		let changes = false;
		for (const name of Object.keys(properties)) {
			const text = textOf(properties[name]);
			const masked = mask(text);
			if (masked !== text) changes = setProperty(draft, name, masked) || changes;
		}
		return changes;
	};

const maskOf = ({ target, pattern, placeholder }: Extract<Rule, { action: "mask" }>): Action => {
	const mask = createMask(pattern, placeholder);
	if (target === EVERY_PROPERTY) return maskEach(mask);
	const { read, write } = placeOf(target);
	return (draft) => {
		const text = read(draft);
		const masked = mask(text);
		return masked !== text && write(draft, masked);
	};
};

const renameOf = ({ target, to }: Extract<Rule, { action: "rename" }>): Action => {
	const name = propertyIn(target);
	if (name === undefined) return replacing(placeOf("event_name"), () => to);
	const property = propertyNamed(name);
	return (draft) => {
		const value = propertyValue(draft, property);
		if (value === undefined) return false;
		removeProperty(draft, name);
		setProperty(draft, to, value);
		return true;
	};
};

const parameterOf = (querystring: string, name: string): string | undefined => {
	const isIn = querystring.includes("%") || querystring.toLowerCase().includes(name);
	if (!isIn) return undefined;
	for (const [key, value] of new URLSearchParams(querystring))
		if (key.toLowerCase() === name) return value;
	return undefined;
};

const headerOf = ({ headers }: RuleFacts, name: string): string | undefined => {
	const value = headers?.[name];
	return Array.isArray(value) ? value.join(", ") : value;
};

const copyOf = (
	{ from, name, target }: Extract<Rule, { action: "copy" }>,
	excludedQueryParams: ReadonlySet<string>,
): Action => {
	const { write } = placeOf(target);
	const parameter = name.toLowerCase();
	if (from === "query" && excludedQueryParams.has(parameter)) return () => false;
	return (draft) => {
		const value =
			from === "header"
				? headerOf(draft.facts, name)
				: parameterOf(draft.event.querystring ?? "", parameter);
		return value !== undefined && value !== "" && write(draft, trimmedText(value, MAX_COPIED));
	};
};

const actionOf = (rule: Rule, excludedQueryParams: ReadonlySet<string>): Action => {
	switch (rule.action) {
		case "drop":
			return () => "drop";
		case "rename":
			return renameOf(rule);
		case "set": {
			const { write } = placeOf(rule.target);
			return (draft) => write(draft, rule.value);
		}
		case "hash":
			return replacing(placeOf(rule.target), (text, { hash }) => hash(text));
		case "mask":
			return maskOf(rule);
		case "copy":
			return copyOf(rule, excludedQueryParams);
	}
};

/**
 * Compiles checked rules to a function that applies them: one pass, no loop, nothing that depends on the clock.
 * @param excludedQueryParams lower-cased names of parameters that the site never stores, and so never copies
 * @param longestProperties the most characters of a custom event's properties
 */
export const compileRules = (
	rules: readonly Rule[],
	excludedQueryParams: ReadonlySet<string>,
	longestProperties: number = MAX_LENGTH.properties,
): ApplyRules => {
	const steps = rules.map((rule) => ({
		applies: rule.when && testOf(rule.when),
		act: actionOf(rule, excludedQueryParams),
	}));
	return (event, facts, touched) => {
		const draft: Draft = {
			event,
			facts,
			isCopy: false,
			longestProperties,
			properties: undefined,
			changed: undefined,
		};
		for (let index = 0; index < steps.length; index++) {
			const { applies, act } = steps[index] as (typeof steps)[number];
			if (applies !== undefined && !applies(draft)) continue;
			const changes = act(draft);
			if (changes !== false) touched?.(index);
			if (changes === "drop") return undefined;
		}
		return finished(draft) as typeof event;
	};
};
