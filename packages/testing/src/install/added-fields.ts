const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Where the newer answer lacks or changes something of the older one, as `path: older → newer`; new fields are allowed. */
const changesIn = (older: unknown, newer: unknown, path: string): string[] => {
	if (isObject(older) && isObject(newer))
		return Object.entries(older).flatMap(([key, value]) =>
			changesIn(value, newer[key], `${path}.${key}`),
		);
	if (Array.isArray(older) && Array.isArray(newer) && older.length === newer.length)
		return older.flatMap((value, index) => changesIn(value, newer[index], `${path}[${index}]`));
	if (JSON.stringify(older) === JSON.stringify(newer)) return [];
	return [`${path}: ${JSON.stringify(older)} → ${JSON.stringify(newer)}`];
};

const parsed = (answer: string): unknown => {
	try {
		return JSON.parse(answer.slice("200 ".length));
	} catch {
		return answer;
	}
};

/** How a newer version's answers contradict an older version's, but for fields that it added. */
export const contradictions = (
	older: ReadonlyMap<string, string>,
	newer: ReadonlyMap<string, string>,
): string[] =>
	[...older].flatMap(([path, answer]) =>
		changesIn(parsed(answer), parsed(newer.get(path) ?? ""), path).slice(0, 3),
	);
