import { tidiedJson } from "./properties-json.ts";

/** Calls back with what of properties can be sent. */
export const tidyProperties = (
	properties: unknown,
	maxLength: number,
	use: (text: string) => void,
): void => use(tidiedJson(properties, maxLength));
