import { isIP } from "node:net";
import { MAX_LENGTH, MAX_TRAITS_BYTES } from "@footfall/shared/limits";
import { trimmedText } from "@footfall/shared/text/trimmed-text";
import { trimmedJson } from "../compact-wire/trimmed.ts";
import { isJsonObject, type JsonObject } from "./json-object.ts";
import { type Fragments, type PageAddress, pageAddressOf } from "./page-address.ts";

const NO_FIELDS: JsonObject = {};

/** An object's fields; none of anything else. */
export const fieldsOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : NO_FIELDS);

/** A text, or a number as one, cut to its limit; `undefined` for "" and for anything else. */
export const textOf = (value: unknown, maxLength: number): string | undefined => {
	if (typeof value === "number") return String(value);
	return typeof value === "string" && value !== "" ? trimmedText(value, maxLength) : undefined;
};

/** A size in pixels; `undefined` for anything else. */
export const pixelsOf = (value: unknown): number | undefined =>
	typeof value === "number" && value >= 0 && Number.isFinite(value) ? Math.round(value) : undefined;

/** The sides of a screen such as `1280x1024`. */
export const screenOf = (resolution: unknown) => {
	const [, width, height] =
		typeof resolution === "string" ? (/^(\d{1,5})x(\d{1,5})$/.exec(resolution) ?? []) : [];
	return width === undefined ? {} : { screenWidth: Number(width), screenHeight: Number(height) };
};

/** An address; `undefined` for text that is none, which would refuse the event. */
export const ipAddressOf = (value: unknown): string | undefined =>
	typeof value === "string" && isIP(value) !== 0 ? value : undefined;

/** The fields that have a value; other products write nothing as null or "". */
const givenOf = (fields: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null && value !== ""));

/** Properties as JSON, without those that exceed the limit; `undefined` if there are none. */
export const propertiesOf = (
	properties: JsonObject,
	maxLength: number = MAX_LENGTH.properties,
): string | undefined => {
	const json = trimmedJson(givenOf(properties), maxLength);
	return json === "{}" ? undefined : json;
};

/** Traits without those that exceed the limit; null deletes one. `undefined` if there are none. */
export const traitsOf = (traits: JsonObject): unknown => {
	const stated = Object.entries(traits).filter(([, value]) => value !== undefined);
	const json = trimmedJson(Object.fromEntries(stated), MAX_TRAITS_BYTES, Buffer.byteLength);
	return json === undefined || json === "{}" ? undefined : JSON.parse(json);
};

/** An amount of money with the opposite sign, as text or a number; anything else as it is. */
export const refundOf = (amount: unknown): unknown => {
	if (typeof amount === "number") return amount > 0 ? -amount : amount;
	return typeof amount === "string" && /^\d/.test(amount) ? `-${amount}` : amount;
};

const NOWHERE = "https://nowhere.invalid";

/** The fields of an event that follow from its page's address; a path alone has no host. */
export const pageFieldsOf = (address: unknown, fragments: Fragments): Partial<PageAddress> => {
	if (typeof address !== "string" || address === "") return {};
	const whole = pageAddressOf(address, fragments);
	if (whole !== undefined || !address.startsWith("/")) return { ...whole };
	const { hostname: _nowhere, ...path } = { ...pageAddressOf(address, fragments, NOWHERE) };
	return path;
};
