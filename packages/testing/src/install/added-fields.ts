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

interface EventsPage {
	data: { timestamp: string }[];
}

/**
 * Of pages of events, newest first, those behind the older page's last millisecond: 0.1.0 ended pages within one, later
 * versions end them with a whole one.
 */
const sharedEvents = (older: EventsPage, newer: EventsPage): [older: unknown, newer: unknown] => {
	const last = older.data.at(-1)?.timestamp ?? "";
	const rows = ({ data }: EventsPage) => data.filter(({ timestamp }) => timestamp > last);
	return [rows(older), rows(newer)];
};

/** How a newer version's answers contradict an older version's, but for fields that it added. */
export const contradictions = (
	older: ReadonlyMap<string, string>,
	newer: ReadonlyMap<string, string>,
): string[] =>
	[...older].flatMap(([path, answer]) => {
		const answers: [unknown, unknown] = [parsed(answer), parsed(newer.get(path) ?? "")];
		const [before, now] =
			path === "/events" ? sharedEvents(...(answers as [EventsPage, EventsPage])) : answers;
		return changesIn(before, now, path).slice(0, 3);
	});
