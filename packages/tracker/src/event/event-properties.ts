import { MAX_LENGTH } from "@footfall/shared/limits";
import { attempt, warn } from "../guard/attempt.ts";
import { json } from "../guard/json.ts";

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

/**
 * Properties as JSON text, without those that are not JSON or exceed the limit: an event with some of its properties is
 * better than one that the server refuses.
 */
export const propertiesJson = (
	properties: unknown,
	maxLength: number = MAX_LENGTH.properties,
): string | undefined => {
	const object = typeof properties === "object" && !Array.isArray(properties) && properties;
	let isWhole = properties == null || object;
	let text = "";
	for (const name of Object.keys(object || {}))
		try {
			// JSON omits some values, such as functions.
			const more = json({ [name]: (object as Properties)[name] }).slice(1, -1);
			const longer = text && more ? `${text},${more}` : text + more;
			if (longer.length + 2 > maxLength) isWhole = false;
			else text = longer;
		} catch {
			isWhole = false;
		}
	if (!isWhole) warn("properties left out", properties);
	return object && (text || isWhole) ? `{${text}}` : undefined;
};

/** The reported parts of an error. */
export type ErrorDescription = Pick<Error, "name" | "message" | "stack">;

/** Describes any thrown value, whose getters may throw too. `said` replaces a missing message. */
export const describeError = (thrown: unknown, said?: string): Required<ErrorDescription> => {
	try {
		const fault = Object(thrown);
		const texts = [fault.name || "Error", fault.message ?? said ?? thrown, fault.stack || ""];
		// By reference: the minifier turns a call into a concatenation, which fails for symbols.
		const [name, message, stack] = texts.map(String) as [string, string, string];
		return { name, message, stack };
	} catch {
		return { name: "Error", message: `unreadable ${typeof thrown}`, stack: "" };
	}
};

/** The start of an error's message and stack, followed by properties, which are dropped first if there is too much. */
export const errorProperties = (
	{ message, stack }: Required<ErrorDescription>,
	properties?: Properties,
): Properties => {
	const own = { message: message.slice(0, 500), stack: stack.slice(0, 2000) || undefined };
	let all: Properties = own;
	attempt(() => {
		all = { ...own, ...properties, ...own };
	});
	return all;
};
