/** JSON of a value; `undefined` for one that nests too deep to be written. */
const jsonOf = (value: unknown): string | undefined => {
	try {
		return JSON.stringify(value);
	} catch {
		return undefined;
	}
};

/** Values that are tried: more than fit into any limit, but not so many that they would hold up other requests. */
const MAX_TRIED = 1000;

const charactersOf = (text: string) => text.length;

/**
 * JSON of an object of at most `maxLength`: whole, or without the values that do not fit, in order. `undefined` if
 * nothing fits.
 * @param lengthOf how JSON is measured; the length of two joined texts is the sum of theirs
 */
export const trimmedJson = (
	object: object,
	maxLength: number,
	lengthOf: (json: string) => number = charactersOf,
): string | undefined => {
	const whole = jsonOf(object);
	if (whole !== undefined && lengthOf(whole) <= maxLength) return whole;
	const kept: string[] = [];
	// The braces, minus the comma that the first value lacks.
	let length = 1;
	for (const name of Object.keys(object).slice(0, MAX_TRIED)) {
		const json = jsonOf({ [name]: (object as Record<string, unknown>)[name] })?.slice(1, -1);
		if (json === undefined || length + 1 + lengthOf(json) > maxLength) continue;
		kept.push(json);
		length += 1 + lengthOf(json);
	}
	return kept.length === 0 ? undefined : `{${kept.join(",")}}`;
};
