import { ApiError } from "@footfall/shared/api-error";

/** Every text in a JSON value, names of fields too. */
export const textsIn = (value: unknown): string[] => {
	const texts: string[] = [];
	const waiting = [value];
	while (waiting.length > 0) {
		const next = waiting.pop();
		if (typeof next === "string") texts.push(next);
		else if (typeof next === "object" && next !== null)
			for (const [name, inner] of Object.entries(next)) {
				texts.push(name);
				waiting.push(inner);
			}
	}
	return texts;
};

/** A half of a surrogate pair without the other. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * PostgreSQL keeps neither NUL characters nor halves of surrogate pairs.
 * @throws ApiError 400 for a text with one
 */
export const requireStorable = (texts: Iterable<string>): void => {
	for (const text of texts)
		if (text.includes("\0") || LONE_SURROGATE.test(text))
			throw new ApiError(
				"INVALID_REQUEST",
				"Text must not contain NUL characters or unpaired surrogates",
			);
};
