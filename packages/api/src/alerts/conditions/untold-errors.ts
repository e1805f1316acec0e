const HOUR_MS = 3_600_000;
/** No question about new errors reaches back so far. */
const KEPT_MS = 48 * HOUR_MS;
const MOST_KEPT = 1_000;
/** Those beyond are counted. */
const MOST_NAMED = 50;
const MESSAGE_CHARACTERS = 300;

/** An error of a site that is new or came back. */
export interface FoundError {
	errorId: string;
	/** Groups of minified stacks that are this error: it may have been told as one of them. */
	groups?: readonly string[];
	message: string;
	/** Occurrences since it became so. */
	count: number;
	state: "new" | "came_back";
	/** When it first occurred, or came back; ISO 8601. */
	at: string;
}

/** An error as it is told. */
export interface AlertedError {
	errorId: string;
	message: string;
	count: number;
	isBack: boolean;
}

/** What is remembered of the errors of a rule, so that each is told once. */
export interface ErrorMemory {
	/** When each was told or left waiting, ms since the epoch; by its id. */
	known?: Readonly<Record<string, number>>;
	/** Found and not told yet: within a cooldown or quiet hours. */
	waiting?: readonly AlertedError[];
	/** How many more wait than are named. */
	more?: number;
}

/** Whether it is not known yet, or came back after it was told. */
const isNews = ({ known = {} }: ErrorMemory, { errorId, groups = [], at }: FoundError): boolean =>
	[errorId, ...groups].every((id) => (known[id] ?? Number.NEGATIVE_INFINITY) < Date.parse(at));

/** Whether one of some errors has neither been told nor waits for it. */
export const hasNews = (memory: ErrorMemory | undefined, found: readonly FoundError[]): boolean =>
	found.some((error) => isNews(memory ?? {}, error));

const alerted = ({ errorId, message, count, state }: FoundError): AlertedError => ({
	...{ errorId, message: message.slice(0, MESSAGE_CHARACTERS), count },
	isBack: state === "came_back",
});

/** Adds those to what waits to be told that have not been. */
export const withNews = (
	memory: ErrorMemory | undefined = {},
	found: readonly FoundError[],
	now: number,
): ErrorMemory => {
	const news = found.filter((error) => isNews(memory, error));
	if (news.length === 0) return memory;
	// Times of events may lie ahead of this clock.
	const added = news.map(({ errorId, at }) => [errorId, Math.max(now, Date.parse(at))] as const);
	const known = [...Object.entries(memory.known ?? {}), ...added].filter(
		([, at]) => at > now - KEPT_MS,
	);
	const waiting = [...(memory.waiting ?? []), ...news.map(alerted)];
	const more = (memory.more ?? 0) + Math.max(0, waiting.length - MOST_NAMED);
	return {
		known: Object.fromEntries(new Map(known.slice(-MOST_KEPT))),
		waiting: waiting.slice(0, MOST_NAMED),
		...(more > 0 && { more }),
	};
};

/** The memory once everything that waited was told. */
export const withoutWaiting = ({ known = {} }: ErrorMemory): ErrorMemory => ({ known });
