import { ApiError } from "@footfall/shared/api-error";

/** Every text in a JSON value, including field names. */
export const textsIn = (value: unknown): string[] => {
	const texts: string[] = [];
	const queued = [value];
	while (queued.length > 0) {
		const next = queued.pop();
		if (typeof next === "string") texts.push(next);
		else if (typeof next === "object" && next !== null)
			for (const [name, inner] of Object.entries(next)) {
				texts.push(name);
				queued.push(inner);
			}
	}
	return texts;
};

/** One half of a surrogate pair. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * PostgreSQL stores neither NUL characters nor unpaired surrogates.
 * @throws ApiError 400 for a text with either
 */
export const requireStorable = (texts: Iterable<string>): void => {
	for (const text of texts)
		if (text.includes("\0") || LONE_SURROGATE.test(text))
			throw new ApiError(
				"INVALID_REQUEST",
				"Text must not contain NUL characters or unpaired surrogates",
			);
};
