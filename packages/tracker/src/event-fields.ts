import { MAX_LENGTH } from "@footfall/shared/limits";
import type { Fields } from "./tracker.ts";

/** What an event may carry besides its name: anything JSON can say. */
export type Properties = Readonly<Record<string, unknown>>;

/**
 * Properties as the JSON text that goes over the wire; without any when they are too long or no JSON, since an event
 * without properties says more than one that the server refuses.
 */
export const jsonOf = (
	properties: Properties | undefined,
	maxLength: number = MAX_LENGTH.properties,
): string | undefined => {
	try {
		const text = JSON.stringify(properties);
		if (!text || text.length <= maxLength) return text;
	} catch {
		// Said below, as for those that are too long.
	}
	console.warn("footfall: properties left out", properties);
	return undefined;
};

/** A custom event as it goes over the wire. */
export const customFields = (name: string, properties?: Properties): Fields => ({
	event_name: name.slice(0, MAX_LENGTH.eventName),
	properties: jsonOf(properties),
});

/** A click on a link to elsewhere. The address may take most of the room that properties have. */
export const outboundFields = (url: string, text: string, target: string): Fields => ({
	properties: jsonOf(
		{ url: url.slice(0, 1500), text: text.slice(0, 100), target: target || "_self" },
		MAX_LENGTH.properties,
	),
});

/** What is reported of an error; scripts may throw things that are none. */
export type Fault = Pick<Error, "name" | "message" | "stack">;

/** An error with the start of its message and stack; the page's own properties give way when there is too much. */
export const errorFields = ({ name, message, stack }: Fault, properties?: Properties): Fields => {
	const own = { message: `${message}`.slice(0, 500), stack: stack?.slice(0, 2000) };
	return {
		event_name: (name || "Error").slice(0, MAX_LENGTH.eventName),
		properties:
			jsonOf({ ...properties, ...own }, MAX_LENGTH.errorProperties) ??
			jsonOf({ message: own.message }),
	};
};
