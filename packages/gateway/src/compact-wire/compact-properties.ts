import { jsonValue } from "@footfall/shared/json-value";
import { MAX_LENGTH } from "@footfall/shared/limits";
import { trimmedText } from "@footfall/shared/text/trimmed-text";
import { given } from "./absent.ts";
import { trimmedJson } from "./trimmed.ts";

/** Each leaves the others some of the space for properties. */
const MAX_URL_LENGTH = 1500;
const MAX_LINK_TEXT_LENGTH = 100;
const MAX_MESSAGE_LENGTH = 500;
const MAX_STACK_LENGTH = 2000;
const SAME_WINDOW = "_self";

const shortened = (value: unknown, maxLength: number) =>
	typeof value === "string" ? trimmedText(value, maxLength) : value;

/** An outbound link's properties; only the target has a default. */
const linkOf = ([url, text, target]: readonly unknown[]) => ({
	url: shortened(url, MAX_URL_LENGTH),
	text: shortened(text ?? "", MAX_LINK_TEXT_LENGTH),
	target: given(target) ?? SAME_WINDOW,
});

/** The start of an error's message and stack, followed by the page's own properties, which are dropped first. */
export const errorProperties = ([message, stack, properties]: readonly unknown[]): object => {
	const own = {
		message: shortened(message, MAX_MESSAGE_LENGTH),
		stack: given(shortened(stack, MAX_STACK_LENGTH)),
	};
	const others = typeof properties === "string" && properties ? jsonValue(properties) : undefined;
	return isObject(others) ? { ...own, ...others, ...own } : own;
};

const longestOf = (type: unknown, acceptsLarge: () => boolean): number => {
	if (type === "error") return MAX_LENGTH.errorProperties;
	return type === "custom_event" && acceptsLarge()
		? MAX_LENGTH.schemaProperties
		: MAX_LENGTH.properties;
};

/**
 * The properties of an entry as JSON text, without those that exceed the limit: an event with some of its properties is
 * better than a refused one. Anything that cannot be properties stays as it is, for the schema to refuse.
 * @param acceptsLarge whether the site accepts large properties of custom events; not asked about short texts
 */
export const compactPropertiesOf = (
	value: unknown,
	type: unknown,
	acceptsLarge: () => boolean,
): unknown => {
	if (typeof value === "string" && value.length <= MAX_LENGTH.properties) return given(value);
	const maxLength = longestOf(type, acceptsLarge);
	if (typeof value === "string") {
		if (value.length <= maxLength) return value;
		const parsed = jsonValue(value);
		return isObject(parsed) ? trimmedJson(parsed, maxLength) : value;
	}
	if (isObject(value)) return trimmedJson(value, maxLength);
	if (type === "outbound" && Array.isArray(value)) return trimmedJson(linkOf(value), maxLength);
	return given(value);
};

const isObject = (value: unknown): value is object =>
	typeof value === "object" && value !== null && !Array.isArray(value);
