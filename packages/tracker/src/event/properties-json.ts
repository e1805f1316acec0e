import { warn } from "../guard/attempt.ts";
import { json } from "../guard/json.ts";
import type { Properties } from "./event-properties.ts";

/** Properties as JSON text; `undefined` if something of them has to be left out. */
export const wholeJson = (properties: unknown, maxLength: number): string | undefined => {
	try {
		const text = properties == null ? "" : json(properties);
		if (/^({|$)/.test(text) && text.length <= maxLength) return text;
	} catch {
		// It is none.
	}
	return undefined;
};

/**
 * Properties as JSON text, without those that are not JSON or exceed the limit: an event with some of its properties is
 * better than one that the server refuses.
 */
export const tidiedJson = (properties: unknown, maxLength: number): string => {
	const whole = wholeJson(properties, maxLength);
	if (whole != null) return whole;
	warn("properties left out", properties);
	const texts: string[] = [];
	let room = maxLength;
	if (typeof properties === "object" && !Array.isArray(properties))
		for (const name of Object.keys(properties ?? {}))
			try {
				// JSON omits some values, such as functions.
				const text = json({ [name]: (properties as Properties)[name] }).slice(1, -1);
				if (text && text.length + 2 <= room) {
					texts.push(text);
					room -= text.length + 1;
				}
			} catch {
				// The others are sent.
			}
	return texts[0] ? `{${texts}}` : "";
};
