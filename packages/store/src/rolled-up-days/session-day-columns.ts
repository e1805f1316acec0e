import {
	ACT,
	AT_MS,
	type ColumnSql,
	EVENT_ORDER,
	every,
	IS_ACT,
	over,
	VIEW,
} from "./column-sql.ts";
import {
	FIRST_KNOWN,
	type FirstKnownColumn,
	isFirstKnown,
	KNOWN_BY,
	knownOf,
} from "./first-known.ts";
import { inOrder, isOrdered, ORDERED, type OrderedName, TEXTS } from "./ordered-columns.ts";

/**
 * SQL of session days. The tables have the names of the first version that made them, which running processes of other
 * versions use too: `visits` holds a row per session and day, with `crosses` for a session that spans several days;
 * `sealed_days` says which rolled-up rows of a day are valid, by their `seal`.
 */

/** Digest of a day's events. Written exactly as in the projection `day_digests`, or the engine reads the events instead. */
export const DAY_DIGEST =
	"sum(cityHash64(event_id, timestamp, session_id, user_id, identified_user_id, source, source_offset))";

/** The start of a stretch of time without an act: 2100, after everything that is stored, ms since the epoch. */
export const NEVER_MS = 4_102_444_800_000;
const NEVER = `fromUnixTimestamp64Milli(${NEVER_MS}, 'UTC')`;

const DAY_MS = 86_400_000;

/** The value of the first act on a page, and of the first part that has one. */
const entryOf = (name: string, value: string): ColumnSql => ({
	ofEvents: (act) => over("argMin", `${value}, ${EVENT_ORDER}`, act, "events.pathname != ''"),
	ofParts: `argMinIf(part.${name}, part.began, part.entry_page != '')`,
});

/** The same for the last one. */
const exitOf = (name: string, value: string): ColumnSql => ({
	ofEvents: (act) => over("argMax", `${value}, ${EVENT_ORDER}`, act, "events.pathname != ''"),
	ofParts: `argMaxIf(part.${name}, part.began, part.exit_page != '')`,
});

const lastAct = (act: string) => over("max", "events.timestamp", act);
const LAST_VIEW = `maxIf(events.timestamp, ${VIEW})`;
/** A page load as a number; 0 if there is none. */
const PAGE = "if(events.page_id = '', 0, cityHash64(events.page_id))";
const LAST_PAGE = `argMaxIf(${PAGE}, ${EVENT_ORDER}, ${VIEW})`;
/** The time of a missing view. */
const NO_VIEW = "toDateTime64(0, 3, 'UTC')";
/**
 * For how long page loads were visible, as page and ms, by the measurements after the last view: earlier ones belong
 * to earlier views, of which a page load may have any number.
 */
const SEEN = `arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(${EVENT_ORDER}, ${VIEW}),
          groupArrayIf(
            (${EVENT_ORDER}, ${PAGE}, toUInt64(least(ifNull(events.ms_visible, 0), ${DAY_MS}))),
            events.type = 'engagement' AND events.page_id != '')))`;
/** Measurements of a later part without a view belong to the last view before it. */
const SEEN_OF_PARTS = `arrayConcat(
        argMax(part.seen, part.last_view),
        arrayFlatten(groupArrayIf(part.seen, part.last_view = ${NO_VIEW})))`;
/** A session ends with its last act, or when its last page was left. An earlier page was left by then. */
const endOf = (act: string, view: string, { seen, page }: { seen: string; page: string }) =>
	`greatest(${act}, addMilliseconds(${view}, least(arraySum(time -> if(time.1 = ${page}, time.2, 0), ${seen}), ${DAY_MS})))`;

const columns = {
	began: {
		ofEvents: (act) =>
			act === "1"
				? "min(events.timestamp)"
				: `if(countIf(${act}) = 0, ${NEVER}, minIf(events.timestamp, ${act}))`,
		ofParts: "min(part.began)",
	},
	last_act: { ofEvents: lastAct, ofParts: "max(part.last_act)" },
	ended: {
		ofEvents: (act) => endOf(lastAct(act), LAST_VIEW, { seen: SEEN, page: LAST_PAGE }),
		ofParts: endOf("max(part.last_act)", "max(part.last_view)", {
			seen: SEEN_OF_PARTS,
			page: "argMax(part.last_page, part.last_view)",
		}),
	},
	last_view: { ofEvents: () => LAST_VIEW, ofParts: "max(part.last_view)" },
	last_page: { ofEvents: () => LAST_PAGE, ofParts: "argMax(part.last_page, part.last_view)" },
	seen: { ofEvents: () => SEEN, ofParts: SEEN_OF_PARTS },
	user_id: { ofEvents: () => "any(events.user_id)", ofParts: "any(part.user_id)" },
	identified_user_id: {
		ofEvents: (act) =>
			over(
				"argMax",
				`events.identified_user_id, ${EVENT_ORDER}`,
				act,
				"events.identified_user_id != ''",
			),
		ofParts: "argMaxIf(part.identified_user_id, part.began, part.identified_user_id != '')",
	},
	suspected: {
		ofEvents: (act) => over("max", "events.suspected", act),
		ofParts: "max(part.suspected)",
	},
	pageviews: {
		ofEvents: () => `toUInt32(countIf(${VIEW}))`,
		ofParts: "toUInt32(sum(part.pageviews))",
	},
	channel: {
		ofEvents: (act) => over("argMin", `events.channel, ${EVENT_ORDER}`, act),
		ofParts: "argMin(part.channel, part.began)",
	},
	outer_channel: {
		ofEvents: (act) =>
			over(
				"argMin",
				`events.channel, ${EVENT_ORDER}`,
				act,
				"events.channel NOT IN ('Direct', 'Internal', '')",
			),
		ofParts: "argMinIf(part.outer_channel, part.began, part.outer_channel != '')",
	},
	entry_page: entryOf("entry_page", "events.pathname"),
	entry_hostname: entryOf("entry_hostname", "events.hostname"),
	entry_ms: entryOf("entry_ms", AT_MS),
	exit_page: exitOf("exit_page", "events.pathname"),
	exit_hostname: exitOf("exit_hostname", "events.hostname"),
	exit_ms: exitOf("exit_ms", AT_MS),
	event_names: {
		ofEvents: (act) => `CAST(${over("groupUniqArray", "events.event_name", act)} AS ${TEXTS})`,
		ofParts: `CAST(groupUniqArrayArray(part.event_names) AS ${TEXTS})`,
	},
} satisfies Record<string, ColumnSql>;

/** Which of a session's events a query counts, as SQL over an event; "1" for every one. */
export interface Counting {
	/** Whether it is one that filters select. */
	isCounted: string;
	/** Whether it is one that excludes its session. */
	isDenied: string;
	/** Whether a pageview's texts are wanted; others are "". */
	isShown: string;
	/** Whether it is in the range. */
	isInRange: string;
}

/**
 * A session under filters: whether any act matches, whether one in the range does, and how many
 * pageviews in the range do.
 */
const countedColumns = {
	matches: ({ isCounted }: Counting): ColumnSql => ({
		ofEvents: (act) => `max(${every(act, isCounted)})`,
		ofParts: "max(part.matches)",
	}),
	is_denied: ({ isDenied }: Counting): ColumnSql => ({
		ofEvents: (act) => `max(${every(act, isDenied)})`,
		ofParts: "max(part.is_denied)",
	}),
	is_present: ({ isCounted, isInRange }: Counting): ColumnSql => ({
		ofEvents: (act) => `max(${every(act, isCounted, isInRange)})`,
		ofParts: "max(part.is_present)",
	}),
	views_in_range: ({ isCounted, isInRange }: Counting): ColumnSql => ({
		ofEvents: () => `toUInt32(countIf(${every(VIEW, isCounted, isInRange)}))`,
		ofParts: "toUInt32(sum(part.views_in_range))",
	}),
};

/** A column of a session day, a row of the table `visits`. */
export type SessionDayColumn = keyof typeof columns | FirstKnownColumn | OrderedName;
/** The same, or a column of a session under filters. */
export type SessionColumn = SessionDayColumn | keyof typeof countedColumns;
export const SESSION_DAY_COLUMNS = [
	...Object.keys(columns),
	...Object.keys(FIRST_KNOWN),
	...ORDERED,
] as SessionDayColumn[];
/** Columns that depend on a query. */
export const isOfQuery = (name: SessionColumn): name is keyof typeof countedColumns =>
	Object.hasOwn(countedColumns, name);

const EVERYTHING: Counting = { isCounted: "1", isDenied: "0", isShown: "1", isInRange: "1" };

const columnOf = (
	name: SessionColumn,
	among: readonly OrderedName[],
	counting = EVERYTHING,
): ColumnSql => {
	if (isOrdered(name)) return inOrder(name, among, counting.isShown);
	if (isFirstKnown(name)) return knownOf(name);
	if (isOfQuery(name)) return countedColumns[name](counting);
	return columns[name];
};

/** Columns that need the rows of measurements, too. */
const MEASURED: readonly SessionColumn[] = ["ended", "seen"];

/**
 * SQL for a row per session and further keys, from events.
 * @param more further columns of the rows, as aggregates over `events`, given SQL for whether a row is an act, and for whether it counts
 * @param counting which events count
 */
export const sessionRowsFromEvents = (
	names: readonly SessionColumn[],
	{
		where,
		keys = [],
		more = () => [],
		counting = {},
	}: {
		where: string;
		keys?: readonly string[];
		more?: (act: string, isCounted: string) => readonly string[];
		counting?: Partial<Counting>;
	},
): string => {
	const ordered = names.filter(isOrdered);
	const isMeasured = names.some((name) => MEASURED.includes(name));
	const act = isMeasured ? ACT : "1";
	const rows = isMeasured ? `(${where}) AND type != 'performance'` : `(${where}) AND ${IS_ACT}`;
	// Computed in advance: aggregates with the names of columns would replace them in these conditions.
	const marks = { ...EVERYTHING };
	const marked = Object.entries(counting).map(([name, sql]) => {
		marks[name as keyof Counting] = `events.${name}`;
		return `(${sql}) AS ${name}`;
	});
	const places = ordered.length > 0 ? [`${over("groupArray", EVENT_ORDER, act)} AS places`] : [];
	return `
    SELECT
      ${[...keys, "session_id", ...places, ...more(act, marks.isCounted), ...names.map((name) => `${columnOf(name, ordered, marks).ofEvents(act)} AS ${name}`)].join(",\n      ")}
    ${
			marked.length === 0
				? `FROM events
    WHERE ${rows}`
				: `FROM (SELECT *, referrer_domain, ${marked.join(", ")} FROM events WHERE ${rows}) AS events`
		}
    GROUP BY ${[...keys.map((key) => key.replace(/^.* AS /, "")), "session_id"].join(", ")}`;
};

/** SQL for a row per session from `parts`: session days, or rows of other stretches of events. */
export const sessionRowsFromParts = (names: readonly SessionColumn[], parts: string): string => {
	const ordered = names.filter(isOrdered);
	const stretch = ["began", ...ordered].map((name) => `part.${name}`).join(", ");
	return `
    ${ordered.length > 0 ? `WITH arraySort(groupArray((${stretch}))) AS stretches` : ""}
    SELECT
      ${["part.session_id AS session_id", ...names.map((name) => `${columnOf(name, ordered).ofParts} AS ${name}`)].join(",\n      ")}
    FROM (${parts}) AS part
    GROUP BY part.session_id`;
};

/** The further columns that a column needs from parts. */
const neededBy = (name: SessionColumn): readonly SessionColumn[] => {
	if (name === "ended") return ["last_act", "last_view", "last_page", "seen"];
	if (name === "last_page") return ["last_view"];
	if (name === "lat" || name === "lon") return ["lat", "lon"];
	if (name.startsWith("entry_")) return ["entry_page"];
	if (name.startsWith("exit_")) return ["exit_page"];
	const by = isFirstKnown(name) ? KNOWN_BY[name] : undefined;
	return by === undefined ? [] : [by];
};

/** The columns that rows need so that they can be parts of a session. */
export const partColumns = (names: readonly SessionColumn[]): SessionColumn[] => [
	...new Set<SessionColumn>(["began", ...names.flatMap((name) => [name, ...neededBy(name)])]),
];
