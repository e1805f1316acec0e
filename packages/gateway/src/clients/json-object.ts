import { jsonValue } from "@footfall/shared/json-value";

export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** An object that a client sends as such or as its JSON; `undefined` for anything else. */
export const jsonObjectOf = (value: unknown): JsonObject | undefined => {
	const object = typeof value === "string" ? jsonValue(value) : value;
	return isJsonObject(object) ? object : undefined;
};
