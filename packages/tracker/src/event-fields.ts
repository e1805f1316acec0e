import { MAX_LENGTH } from "@footfall/shared/limits";

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

/** What is reported of an error; scripts may throw things that are none. */
export type Fault = Pick<Error, "name" | "message" | "stack">;

/** An error with the start of its message and stack; all but the message gives way when there is too much. */
export const errorProperties = (fault: Fault, properties?: Properties): Properties => {
	const message = `${fault.message}`.slice(0, 500);
	const all = { ...properties, message, stack: `${fault.stack || ""}`.slice(0, 2000) || undefined };
	return jsonOf(all, MAX_LENGTH.errorProperties) ? all : { message };
};
