import { MAX_LENGTH } from "@footfall/shared/limits";
import { attempt, warn } from "../guard/attempt.ts";
import { json } from "../guard/json.ts";

/** The properties of an event: any values that JSON has. */
export type Properties = Readonly<Record<string, unknown>>;

/** A string or a number as text; "" for anything else, which names nothing. */
export const nameText = (value: unknown): string =>
	/^(string|number|bigint)$/.test(typeof value) ? `${value}` : "";

/** The id of a user; "" for values that stand for no user, also as text such as "undefined": all such visitors would be one user. */
export const userIdText = (value: unknown): string => {
	const word = nameText(value);
	return /^\s*(undefined|null|NaN|\[object \w+\])?\s*$/.test(word) ? "" : word;
};

/**
 * Properties as the JSON text that goes over the wire, without those that are no JSON or for which there is no room left:
 * an event with some of its properties says more than one that the server refuses.
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
			// Nothing is left of what JSON leaves out, such as functions.
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

/** Describes any thrown value, whose getters may throw in turn. `said` replaces a missing message. */
export const describeError = (thrown: unknown, said?: string): Required<ErrorDescription> => {
	try {
		const fault = Object(thrown);
		const texts = [fault.name || "Error", fault.message ?? said ?? thrown, fault.stack || ""];
		// By reference: the minifier takes a call of it for a concatenation, of which symbols are no part.
		const [name, message, stack] = texts.map(String) as [string, string, string];
		return { name, message, stack };
	} catch {
		return { name: "Error", message: `unreadable ${typeof thrown}`, stack: "" };
	}
};

/** An error with the start of its message and stack, ahead of what gives way to them when there is too much. */
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
