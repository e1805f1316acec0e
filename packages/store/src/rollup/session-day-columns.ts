/**
 * SQL of session days. The tables have the names of the first version that made them, which running processes of other
 * versions use too: `visits` holds a row per session and day, with `crosses` for a session that spans several days;
 * `sealed_days` says which rolled-up rows of a day are valid, by their `seal`.
 */

/**
 * The order of a session's events as one number, which the aggregates compare several times faster than a tuple: by
 * time, and those of one millisecond as the log's partition has them, by which all of them come.
 */
export const EVENT_ORDER =
	"bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))";

/** Digest of a day's events. Written exactly as in the projection `day_digests`, or the engine reads the events instead. */
export const DAY_DIGEST =
	"sum(cityHash64(event_id, timestamp, session_id, user_id, identified_user_id, source, source_offset))";

/** Whether a row of `events` is an act of its visitor: measurements only add to the page that they were taken on. */
export const IS_ACT = "type NOT IN ('engagement', 'performance')";
const ACT = `events.${IS_ACT}`;
const VIEW = "events.type = 'pageview'";

/** When a stretch of time without an act began: after everything, ms since the epoch. */
export const NEVER_MS = 9_999_999_999_999;
const NEVER = `fromUnixTimestamp64Milli(${NEVER_MS}, 'UTC')`;

const DAY_MS = 86_400_000;

/**
 * SQL of a figure or attribute of a session: from its events, and from rows of separate stretches of its time,
 * none of which overlap (`part`, with the same columns).
 */
interface ColumnSql {
	/** @param act SQL for whether a row is an act, "1" where no other rows are read */
	ofEvents(act: string): string;
	ofParts: string;
}

const every = (...conditions: readonly string[]): string =>
	conditions.filter((condition) => condition !== "1").join(" AND ") || "1";
/** An aggregate over the rows that meet all conditions. */
const over = (aggregate: string, values: string, ...conditions: readonly string[]): string => {
	const condition = every(...conditions);
	return condition === "1" ? `${aggregate}(${values})` : `${aggregate}If(${values}, ${condition})`;
};

/** The value of the first act on a page, and of the first part that has one. */
const entryOf = (name: string, value: string): ColumnSql => ({
	ofEvents: (act) => over("argMin", `${value}, ${EVENT_ORDER}`, act, "events.pathname != ''"),
	ofParts: `argMinIf(part.${name}, part.began, part.entry_page != '')`,
});

/** The same of the last one. */
const exitOf = (name: string, value: string): ColumnSql => ({
	ofEvents: (act) => over("argMax", `${value}, ${EVENT_ORDER}`, act, "events.pathname != ''"),
	ofParts: `argMaxIf(part.${name}, part.began, part.exit_page != '')`,
});

const AT_MS = "toUnixTimestamp64Milli(events.timestamp)";

interface KnownValue {
	value: string;
	known: string;
}

/** Columns that have the text of their name, by `sqlOf` of an event. */
const texts = <Name extends string>(
	names: readonly Name[],
	sqlOf = (name: string) => `events.${name}`,
) =>
	Object.fromEntries(
		names.map((name) => [name, { value: sqlOf(name), known: `${sqlOf(name)} != ''` }]),
	) as Record<Name, KnownValue>;

const BOTH_SIDES = "events.screen_width != 0 AND events.screen_height != 0";
const PLACED = "(events.lat != 0 OR events.lon != 0)";

/**
 * Taken from the first act that has a value: SQL of the value, and of whether an event has one. Columns that make one value
 * together take that of one event: a version is that of the first browser, a city's region that of the first city.
 */
const FIRST_KNOWN = {
	...texts(["hostname", "country", "region", "city"]),
	city_region: { value: "events.region", known: "events.city != ''" },
	...texts(["language", "device_type", "device_model", "app_version", "browser"]),
	browser_version: { value: "events.browser_version", known: "events.browser != ''" },
	...texts(["operating_system"]),
	operating_system_version: {
		value: "events.operating_system_version",
		known: "events.operating_system != ''",
	},
	screen_width: { value: "events.screen_width", known: BOTH_SIDES },
	screen_height: { value: "events.screen_height", known: BOTH_SIDES },
	lat: { value: "events.lat", known: PLACED },
	lon: { value: "events.lon", known: PLACED },
	...texts(["timezone", "asn_org", "referrer_domain"]),
	...texts(
		["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"],
		(name) => `events.url_parameters['${name}']`,
	),
};
/** A column with the first known value among a session's acts. */
type FirstKnownColumn = keyof typeof FIRST_KNOWN;
const isFirstKnown = (name: string): name is FirstKnownColumn => Object.hasOwn(FIRST_KNOWN, name);

/** Facts of one event that are known by another one of them: a stretch of time that has this one has them. */
const KNOWN_BY: Partial<Record<FirstKnownColumn, FirstKnownColumn>> = {
	city_region: "city",
	browser_version: "browser",
	operating_system_version: "operating_system",
	screen_height: "screen_width",
};

/** SQL for whether a part has a column's value. */
const isKnownOfPart = (name: FirstKnownColumn): string => {
	if (name === "lat" || name === "lon") return "(part.lat != 0 OR part.lon != 0)";
	const by = KNOWN_BY[name] ?? name;
	return `part.${by} != ${by === "screen_width" ? "0" : "''"}`;
};

const knownOf = (name: FirstKnownColumn): ColumnSql => {
	const { value, known } = FIRST_KNOWN[name];
	return {
		ofEvents: (act) => over("argMin", `${value}, ${EVENT_ORDER}`, act, known),
		ofParts: `argMinIf(part.${name}, part.began, ${isKnownOfPart(name)})`,
	};
};

/** Arrays with an element for each act of a session, in their order. */
const ORDERED = ["times_ms", "views", "paths", "titles", "other_paths", "other_titles"] as const;
type OrderedName = (typeof ORDERED)[number];
const isOrdered = (name: string): name is OrderedName =>
	(ORDERED as readonly string[]).includes(name);

const TEXTS = "Array(LowCardinality(String))";

/** @param isShown SQL for whether a pageview's texts are wanted */
const elementOf = (name: OrderedName, isShown: string): string => {
	if (name === "times_ms") return AT_MS;
	if (name === "views") return `toUInt8(${VIEW})`;
	const text = name.endsWith("paths") ? "events.pathname" : "events.page_title";
	return name.startsWith("other_")
		? `if(${VIEW}, '', ${text})`
		: `if(${every(VIEW, isShown)}, ${text}, '')`;
};

/**
 * Sorted one by one by their `places`: that takes two thirds of the time that sorting tuples takes. An element of a part's
 * tuple is a column of its own; the first one is what they are ordered by.
 */
const inOrder = (name: OrderedName, among: readonly OrderedName[], isShown: string): ColumnSql => {
	const typed = (sql: string) =>
		name === "times_ms" || name === "views" ? sql : `CAST(${sql} AS ${TEXTS})`;
	return {
		ofEvents: (act) =>
			typed(
				`arraySort((element, place) -> place, ${over("groupArray", elementOf(name, isShown), act)}, places)`,
			),
		ofParts: typed(
			`arrayFlatten(arrayMap(stretch -> stretch.${among.indexOf(name) + 2}, stretches))`,
		),
	};
};

const lastAct = (act: string) => over("max", "events.timestamp", act);
const LAST_VIEW = `maxIf(events.timestamp, ${VIEW})`;
/** A page load as a number; 0 for none. */
const PAGE = "if(events.page_id = '', 0, cityHash64(events.page_id))";
const LAST_PAGE = `argMaxIf(${PAGE}, ${EVENT_ORDER}, ${VIEW})`;
/** For how long each page load was visible, ms. */
const SEEN = `sumMapIf(map(${PAGE}, toUInt64(least(ifNull(events.ms_visible, 0), ${DAY_MS}))), events.type = 'engagement' AND events.page_id != '')`;
/** A session ends with its last act, or when its last page was left. An earlier page was left by then. */
const endOf = (act: string, view: string, seen: string) =>
	`greatest(${act}, addMilliseconds(${view}, least(${seen}, ${DAY_MS})))`;

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
		ofEvents: (act) => endOf(lastAct(act), LAST_VIEW, `${SEEN}[${LAST_PAGE}]`),
		ofParts: endOf(
			"max(part.last_act)",
			"max(part.last_view)",
			"sumMap(part.seen)[argMax(part.last_page, part.last_view)]",
		),
	},
	last_view: { ofEvents: () => LAST_VIEW, ofParts: "max(part.last_view)" },
	last_page: { ofEvents: () => LAST_PAGE, ofParts: "argMax(part.last_page, part.last_view)" },
	seen: { ofEvents: () => SEEN, ofParts: "sumMap(part.seen)" },
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

/** What a query counts of a session's events, as SQL over an event; "1" for every one. */
export interface Counting {
	/** Whether it is one that filters ask for. */
	isCounted: string;
	/** Whether it is one that no session may have. */
	isDenied: string;
	/** Whether a pageview's texts are wanted; "" stands for those of others. */
	isShown: string;
	/** Whether it lies in the range. */
	isInRange: string;
}

/** A session under filters: whether an act matches, one of the range does, and how many pageviews of the range do. */
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
	// Marked beforehand: aggregates with the names of columns would take their place in these conditions.
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

/** What further columns parts need for one. */
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
