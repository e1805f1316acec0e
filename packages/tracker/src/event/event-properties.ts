import { MAX_LENGTH } from "@footfall/shared/limits";
import { warn } from "../guard/attempt.ts";
import { json } from "../guard/json.ts";

/** The properties of an event: any JSON values. */
export type Properties = Readonly<Record<string, unknown>>;

/** The characters of JSON around the properties. */
const BRACES = 2;

/** A string or a number as text; "" for anything else. */
export const nameText = (value: unknown): string =>
	/string|number|bigint/.test(typeof value) ? `${value}` : "";

/** The id of a user; "" for values such as undefined, also as text, because all such visitors would be one user. */
export const userIdText = (value: unknown): string => {
	const word = nameText(value);
	return /^(undefined|null|NaN|\[object \w+\])?$/.test(word.trim()) ? "" : word;
};

/** The most characters of properties by type of event, where these differ from `MAX_LENGTH.properties`. */
const longest: { error: number; custom_event?: number | false | undefined } = {
	error: MAX_LENGTH.errorProperties,
};

/** Sets whether the site accepts large properties of custom events. */
export const allowLargeProperties = (isAllowed?: boolean): void => {
	longest.custom_event = isAllowed && MAX_LENGTH.schemaProperties;
};

/**
 * Properties as JSON text, without those that are not JSON or exceed the limit: an event with some of its properties
 * is better than one that the server rejects.
 */
export const propertiesJson = (properties: unknown, type?: string): string => {
	let isWhole =
		properties == null || (typeof properties === "object" && !Array.isArray(properties));
	let room = (longest[type as keyof typeof longest] || MAX_LENGTH.properties) - BRACES;
	const texts: string[] = [];
	for (const name of Object.keys((isWhole && properties) || {}))
		try {
			// JSON omits some values, such as functions.
			const text = json({ [name]: (properties as Properties)[name] }).slice(1, -1);
			if (text.length > room) isWhole = false;
			else if (text) {
				texts.push(text);
				room -= text.length + 1;
			}
		} catch {
			isWhole = false;
		}
	if (!isWhole) warn("properties left out", properties);
	return texts[0] || (isWhole && properties) ? `{${texts}}` : "";
};

/** Name, message and stack of any thrown value, whose getters may throw too. `said` replaces a missing message. */
export const describeError = (
	thrown: unknown,
	said?: string,
): [name: string, message: string, stack: string] => {
	try {
		const { name, message = said ?? thrown, stack } = Object(thrown);
		// By reference: the minifier turns a call into a concatenation, which fails for symbols.
		return [name || "Error", message, stack || ""].map(String) as [string, string, string];
	} catch {
		return ["Error", `unreadable ${typeof thrown}`, ""];
	}
};
