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

/**
 * SQL of a figure or attribute of a session: from its events, and from rows of separate stretches of its time,
 * none of which overlap (`part`, with the same columns).
 */
interface ColumnSql {
	ofEvents: string;
	ofParts: string;
}

const firstOf = (name: string): ColumnSql => ({
	ofEvents: `argMin(events.${name}, ${EVENT_ORDER})`,
	ofParts: `argMin(part.${name}, part.began)`,
});

/** The value of the first event on a page, and of the first part that has one. */
const entryOf = (name: string, value: string): ColumnSql => ({
	ofEvents: `argMinIf(${value}, ${EVENT_ORDER}, events.pathname != '')`,
	ofParts: `argMinIf(part.${name}, part.began, part.entry_page != '')`,
});

/** The same of the last one. */
const exitOf = (name: string, value: string): ColumnSql => ({
	ofEvents: `argMaxIf(${value}, ${EVENT_ORDER}, events.pathname != '')`,
	ofParts: `argMaxIf(part.${name}, part.began, part.exit_page != '')`,
});

const AT_MS = "toUnixTimestamp64Milli(events.timestamp)";

/** Taken from a session's first event of the day. */
const FIRST_EVENT_COLUMNS = ["channel", "lat", "lon", "url_parameters"] as const;

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

/**
 * Taken from the first event that has a value: SQL of the value, and of whether an event has one. Columns that make one value
 * together is that of one event: a version is that of the first browser, a city's region that of the first city.
 */
const FIRST_KNOWN = {
	...texts(["hostname", "country", "region", "city"]),
	city_region: { value: "events.region", known: "events.city != ''" },
	...texts(["language", "device_type", "browser"]),
	browser_version: { value: "events.browser_version", known: "events.browser != ''" },
	...texts(["operating_system"]),
	operating_system_version: {
		value: "events.operating_system_version",
		known: "events.operating_system != ''",
	},
	screen_width: { value: "events.screen_width", known: BOTH_SIDES },
	screen_height: { value: "events.screen_height", known: BOTH_SIDES },
	...texts(["timezone", "asn_org", "referrer_domain"]),
	...texts(
		["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"],
		(name) => `events.url_parameters['${name}']`,
	),
};
/** A column with the first known value among a session's events. */
type FirstKnownColumn = keyof typeof FIRST_KNOWN;
export const isFirstKnown = (name: string): name is FirstKnownColumn =>
	Object.hasOwn(FIRST_KNOWN, name);

/** Facts of one event that are known by another one of them: a stretch of time that has this one has them. */
const KNOWN_BY: Partial<Record<FirstKnownColumn, FirstKnownColumn>> = {
	city_region: "city",
	browser_version: "browser",
	operating_system_version: "operating_system",
	screen_height: "screen_width",
};

/** SQL of a column's value where no event has one. */
export const unknownValueOf = (name: FirstKnownColumn): string =>
	name.startsWith("screen_") ? "0" : "''";

/** @param isCounted SQL of whether an event counts */
const knownOf = (name: FirstKnownColumn, isCounted: string): ColumnSql => {
	const { value, known } = FIRST_KNOWN[name];
	const by = KNOWN_BY[name] ?? name;
	return {
		ofEvents: `argMinIf(${value}, ${EVENT_ORDER}, ${isCounted === "1" ? "" : `${isCounted} AND `}${known})`,
		ofParts: `argMinIf(part.${name}, part.began, part.${by} != ${unknownValueOf(by)})`,
	};
};

/** Arrays with an element for each event of a session, in their order. */
const ORDERED = [
	"times_ms",
	"views",
	"paths",
	"titles",
	"other_paths",
	"other_titles",
	"referrers",
] as const;
type OrderedName = (typeof ORDERED)[number];
const isOrdered = (name: string): name is OrderedName =>
	(ORDERED as readonly string[]).includes(name);

const TEXTS = "Array(LowCardinality(String))";

/** @param isCounted SQL for whether a pageview's texts are wanted */
const elementOf = (name: OrderedName, isCounted: string): string => {
	if (name === "times_ms") return AT_MS;
	if (name === "views") return "toUInt8(events.type = 'pageview')";
	if (name === "referrers") return "events.referrer_domain";
	const text = name.endsWith("paths") ? "events.pathname" : "events.page_title";
	return name.startsWith("other_")
		? `if(events.type = 'pageview', '', ${text})`
		: `if(events.type = 'pageview' AND ${isCounted}, ${text}, '')`;
};

/** An element of tuples that are put in order, as a column of its own; the first element is what they are ordered by. */
const inOrder = (name: OrderedName, among: readonly OrderedName[]) => {
	const place = among.indexOf(name) + 2;
	const typed = (sql: string) =>
		name === "times_ms" || name === "views" ? sql : `CAST(${sql} AS ${TEXTS})`;
	return {
		ofEvents: typed(`arrayMap(step -> step.${place}, steps)`),
		ofParts: typed(`arrayFlatten(arrayMap(stretch -> stretch.${place}, stretches))`),
	};
};

const columns = {
	began: { ofEvents: "min(events.timestamp)", ofParts: "min(part.began)" },
	ended: { ofEvents: "max(events.timestamp)", ofParts: "max(part.ended)" },
	user_id: { ofEvents: "any(events.user_id)", ofParts: "any(part.user_id)" },
	pageviews: {
		ofEvents: "toUInt32(countIf(events.type = 'pageview'))",
		ofParts: "toUInt32(sum(part.pageviews))",
	},
	...(Object.fromEntries(FIRST_EVENT_COLUMNS.map((name) => [name, firstOf(name)])) as Record<
		(typeof FIRST_EVENT_COLUMNS)[number],
		ColumnSql
	>),
	outer_channel: {
		ofEvents: `argMinIf(events.channel, ${EVENT_ORDER}, events.channel NOT IN ('Direct', 'Internal', ''))`,
		ofParts: "argMinIf(part.outer_channel, part.began, part.outer_channel != '')",
	},
	entry_page: entryOf("entry_page", "events.pathname"),
	entry_hostname: entryOf("entry_hostname", "events.hostname"),
	entry_ms: entryOf("entry_ms", AT_MS),
	exit_page: exitOf("exit_page", "events.pathname"),
	exit_hostname: exitOf("exit_hostname", "events.hostname"),
	exit_ms: exitOf("exit_ms", AT_MS),
	event_names: {
		ofEvents: `CAST(groupUniqArray(events.event_name) AS ${TEXTS})`,
		ofParts: `CAST(groupUniqArrayArray(part.event_names) AS ${TEXTS})`,
	},
} satisfies Record<string, ColumnSql>;

/** A session under filters: whether an event matches, and how many pageviews do. */
const countedColumns = {
	matches: (isCounted: string) => ({
		ofEvents: `max(${isCounted})`,
		ofParts: "max(part.matches)",
	}),
	matching_pageviews: (isCounted: string) => ({
		ofEvents: `toUInt32(countIf(events.type = 'pageview' AND ${isCounted}))`,
		ofParts: "toUInt32(sum(part.matching_pageviews))",
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

const columnOf = (
	name: SessionColumn,
	among: readonly OrderedName[],
	isCounted = "1",
): ColumnSql => {
	if (isOrdered(name)) return inOrder(name, among);
	if (isFirstKnown(name)) return knownOf(name, isCounted);
	if (name === "matches" || name === "matching_pageviews") return countedColumns[name](isCounted);
	return columns[name];
};

/**
 * SQL for a row per session and further keys, from events.
 * @param more further columns of the rows, as aggregates over `events`
 * @param counted which events filters ask for: texts of other pageviews are "", and nothing is known by other events
 */
export const sessionRowsFromEvents = (
	names: readonly SessionColumn[],
	{
		where,
		keys = [],
		more = [],
		counted,
	}: {
		where: string;
		keys?: readonly string[];
		more?: readonly string[];
		counted?: string | undefined;
	},
): string => {
	const ordered = names.filter(isOrdered);
	const isCounted = counted === undefined ? "1" : "events.is_counted";
	const step = [EVENT_ORDER, ...ordered.map((name) => elementOf(name, isCounted))].join(", ");
	return `
    ${ordered.length > 0 ? `WITH arraySort(groupArray((${step}))) AS steps` : ""}
    SELECT
      ${[...keys, "session_id", ...more, ...names.map((name) => `${columnOf(name, ordered, isCounted).ofEvents} AS ${name}`)].join(",\n      ")}
    ${
			counted === undefined
				? `FROM events
    WHERE ${where}`
				: `FROM (SELECT *, referrer_domain, (${counted}) AS is_counted FROM events WHERE ${where}) AS events`
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

/** The columns that rows need so that they can be parts of a session. */
export const partColumns = (names: readonly SessionColumn[]): SessionColumn[] => {
	const needed = new Set<SessionColumn>(["began", ...names]);
	for (const name of names) {
		const by = isFirstKnown(name) ? KNOWN_BY[name] : undefined;
		if (by) needed.add(by);
	}
	if (names.some((name) => name.startsWith("entry_"))) needed.add("entry_page");
	if (names.some((name) => name.startsWith("exit_"))) needed.add("exit_page");
	return [...needed];
};
