const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Figures that 0.1 and 0.2 counted by rules that have changed since, as docs/upgrade.md explains. */
const RECOUNTED =
	/\.(?:session_duration|time_on_page_seconds|session_end|last_seen)$|^\/goals\/time-series\.|^\/users\..*\.channel$/;
/** Texts of refusals, for people: programs read `error` and `code`. */
const REWORDED = /^[^.]*\.(?:message|resolution)$/;
/** Sessions that cross an end of the range were counted in it by their events there: a few of a hundred. */
const AT_THE_EDGES = 3;
const KEPT = /\.(?:pageviews|events)$/;

const mayDiffer = (path: string, older: unknown, newer: unknown): boolean => {
	if (typeof older !== typeof newer) return false;
	if (RECOUNTED.test(path) || REWORDED.test(path)) return true;
	if (typeof older !== "number" || typeof newer !== "number" || KEPT.test(path)) return false;
	return Math.abs(older - newer) <= AT_THE_EDGES;
};

const idOf = (row: unknown): unknown =>
	isObject(row) ? (row["session_id"] ?? row["effective_user_id"]) : undefined;

/** Pairs of rows: lists of sessions and people are ordered by their ends, which are counted by newer rules. */
const inOneOrder = (older: readonly unknown[], newer: readonly unknown[]) => {
	const counterparts = new Map(newer.map((row) => [idOf(row), row]));
	// Events have their session's id, too: only a row with an id of its own is matched by it.
	const isById = counterparts.size === newer.length && newer.length > 1;
	return older.flatMap((row, index) => {
		const id = idOf(row);
		if (!isById || id === undefined) return [[row, newer[index]] as const];
		// The last rows of a page may have moved to the next one.
		return counterparts.has(id) ? [[row, counterparts.get(id)] as const] : [];
	});
};

/** Where the newer response lacks or changes something, as `path: older → newer`; new fields are allowed. */
const changesIn = (older: unknown, newer: unknown, path: string): string[] => {
	if (isObject(older) && isObject(newer))
		return Object.entries(older).flatMap(([key, value]) =>
			changesIn(value, newer[key], `${path}.${key}`),
		);
	if (Array.isArray(older) && Array.isArray(newer) && older.length === newer.length)
		return inOneOrder(older, newer).flatMap(([value, other], index) =>
			changesIn(value, other, `${path}[${index}]`),
		);
	if (JSON.stringify(older) === JSON.stringify(newer) || mayDiffer(path, older, newer)) return [];
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
 * The events, newest first, that are older than the older page's last millisecond: 0.1.0 ended pages within a
 * millisecond, later versions end them with a whole one.
 */
const sharedEvents = (older: EventsPage, newer: EventsPage): [older: unknown, newer: unknown] => {
	const last = older.data.at(-1)?.timestamp ?? "";
	const rows = ({ data }: EventsPage) => data.filter(({ timestamp }) => timestamp > last);
	return [rows(older), rows(newer)];
};

/** How a newer version's responses contradict an older's, except added fields, figures with newer rules and texts. */
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
