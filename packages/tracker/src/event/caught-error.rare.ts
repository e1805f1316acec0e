import { json } from "../guard/json.ts";
import { describeError, errorFields } from "./error-fields.ts";
import type { Properties } from "./event-properties.ts";

/** Sends an error that the page caught; what the page adds is left out first. */
export const reportCaught = (
	thrown: unknown,
	properties: Properties | undefined,
	send: (type: "error", properties: object, name: string) => void,
): void => {
	const [name, message, stack] = describeError(thrown);
	const own = errorFields(message, stack);
	const others: Record<string, unknown> = {};
	for (const key of Object.keys(Object(properties)))
		try {
			others[key] = JSON.parse(json((properties as Properties)[key]));
		} catch {
			// Neither is JSON.
		}
	send("error", { ...own, ...others, ...own }, name);
};
