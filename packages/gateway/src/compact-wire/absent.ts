import { trimmedText } from "@footfall/shared/text/trimmed-text";

/** A value of a compact body, where null and "" stand for nothing. */
export const given = (value: unknown): unknown =>
	value === null || value === "" ? undefined : value;

/** A text of a compact body, trimmed; a value of another type stays as it is, for the schema to refuse. */
export const textOf = (value: unknown, maxLength: number): unknown =>
	typeof value === "string" && value.length > maxLength
		? trimmedText(value, maxLength)
		: given(value);
