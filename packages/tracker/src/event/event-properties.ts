import { MAX_LENGTH } from "@footfall/shared/limits";
import { wholeJson } from "./properties-json.ts";
import { tidyProperties } from "./tidy-properties.rare.ts";

/** The properties of an event: any JSON values. */
export type Properties = Readonly<Record<string, unknown>>;

/** A string or a number as text; "" for anything else. */
export const nameText = (value: unknown): string =>
	/^(string|number|bigint)$/.test(typeof value) ? `${value}` : "";

/** The id of a user; "" for values such as undefined, also as text, because all such visitors would be one user. */
export const userIdText = (value: unknown): string => {
	const word = nameText(value);
	return /^\s*(undefined|null|NaN|\[object \w+\])?\s*$/.test(word) ? "" : word;
};

/** How long properties may be as JSON. */
export const maxLengthOf = (type?: string): number =>
	type === "error" ? MAX_LENGTH.errorProperties : MAX_LENGTH.properties;

/** Calls back with properties as JSON text, at once if all of them can be sent. */
export const withProperties = (
	properties: unknown,
	maxLength: number,
	use: (text: string) => void,
): void => {
	const text = wholeJson(properties, maxLength);
	if (text == null) tidyProperties(properties, maxLength, use);
	else use(text);
};
