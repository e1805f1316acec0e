const MAX_DEPTH = 64;

/** Sorts the names of objects; what is nested too deeply equals nothing that is nested less. */
const sorted = (value: unknown, depth: number): unknown => {
	if (typeof value !== "object" || value === null) return value;
	if (depth === 0) return "too deep";
	if (Array.isArray(value)) return value.map((item) => sorted(item, depth - 1));
	// A list, because an object would put names that are numbers first, and `__proto__` nowhere.
	return {
		"": Object.entries(value)
			.sort(([one], [other]) => (one < other ? -1 : 1))
			.map(([name, item]) => [name, sorted(item, depth - 1)]),
	};
};

/** A text that two JSON values share only if they are equal as JSON Schema defines it. */
export const canonicalText = (value: unknown): string =>
	// -0 equals 0, and JSON writes both alike.
	JSON.stringify(sorted(value, MAX_DEPTH)) ?? "";
