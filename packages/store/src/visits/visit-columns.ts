/**
 * The order of a session's events as one number, which the aggregates compare several times faster than a tuple: by
 * time, and those of one millisecond as the log's partition has them, by which all of them come.
 */
export const EVENT_ORDER =
	"bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))";

/** What the events of a day come to, as `day_digests` has it: written the same, or the engine reads the events. */
export const DAY_DIGEST =
	"sum(cityHash64(event_id, timestamp, session_id, user_id, identified_user_id, source, source_offset))";

/**
 * A figure or fact of a session in two ways: from its events, and from what several stretches of its time came to,
 * none of which overlap (`part`, with the same columns).
 */
interface VisitColumn {
	ofEvents: string;
	ofParts: string;
}

const firstOf = (name: string): VisitColumn => ({
	ofEvents: `argMin(events.${name}, ${EVENT_ORDER})`,
	ofParts: `argMin(part.${name}, part.began)`,
});

/** The value of the first or last event that meets a condition, and of the parts that know one. */
const edgeOf = (
	pick: "argMinIf" | "argMaxIf",
	value: string,
	condition: string,
	{ part, known = part }: { part: string; known?: string },
): VisitColumn => ({
	ofEvents: `${pick}(${value}, ${EVENT_ORDER}, ${condition})`,
	ofParts: `${pick}(part.${part}, part.began, part.${known} != '')`,
});

const OUTER = "events.channel NOT IN ('Direct', 'Internal', '')";
const ON_PAGE = "events.pathname != ''";
const AT_MS = "toUnixTimestamp64Milli(events.timestamp)";

/** What a session's first event of the day tells; a dimension of these columns alone is that of the first event. */
export const FIRST_FACTS = [
	"channel",
	"hostname",
	"country",
	"region",
	"city",
	"lat",
	"lon",
	"language",
	"device_type",
	"browser",
	"browser_version",
	"operating_system",
	"operating_system_version",
	"screen_width",
	"screen_height",
	"timezone",
	"asn_org",
	"url_parameters",
] as const;

const inOrder = (place: number): VisitColumn => ({
	ofEvents: `arrayMap(step -> step.${place}, steps)`,
	ofParts: `arrayFlatten(arrayMap(stretch -> stretch.${place}, stretches))`,
});

const columns = {
	began: { ofEvents: "min(events.timestamp)", ofParts: "min(part.began)" },
	ended: { ofEvents: "max(events.timestamp)", ofParts: "max(part.ended)" },
	user_id: { ofEvents: "any(events.user_id)", ofParts: "any(part.user_id)" },
	pageviews: {
		ofEvents: "toUInt32(countIf(events.type = 'pageview'))",
		ofParts: "toUInt32(sum(part.pageviews))",
	},
	...(Object.fromEntries(FIRST_FACTS.map((name) => [name, firstOf(name)])) as Record<
		(typeof FIRST_FACTS)[number],
		VisitColumn
	>),
	referrer_domain: edgeOf("argMinIf", "events.referrer_domain", "events.referrer_domain != ''", {
		part: "referrer_domain",
	}),
	outer_channel: edgeOf("argMinIf", "events.channel", OUTER, { part: "outer_channel" }),
	entry_page: edgeOf("argMinIf", "events.pathname", ON_PAGE, { part: "entry_page" }),
	entry_hostname: edgeOf("argMinIf", "events.hostname", ON_PAGE, {
		part: "entry_hostname",
		known: "entry_page",
	}),
	entry_ms: edgeOf("argMinIf", AT_MS, ON_PAGE, { part: "entry_ms", known: "entry_page" }),
	exit_page: edgeOf("argMaxIf", "events.pathname", ON_PAGE, { part: "exit_page" }),
	exit_hostname: edgeOf("argMaxIf", "events.hostname", ON_PAGE, {
		part: "exit_hostname",
		known: "exit_page",
	}),
	exit_ms: edgeOf("argMaxIf", AT_MS, ON_PAGE, { part: "exit_ms", known: "exit_page" }),
	times_ms: inOrder(2),
	views: inOrder(3),
	paths: inOrder(4),
} satisfies Record<string, VisitColumn>;

/** A column of `visits` that tells of a session. */
export type VisitColumnName = keyof typeof columns;
export const VISIT_COLUMNS = Object.keys(columns) as VisitColumnName[];

const isOrdered = (name: VisitColumnName) =>
	name === "times_ms" || name === "views" || name === "paths";

const STEPS = `arraySort(groupArray((
      ${EVENT_ORDER}, ${AT_MS}, toUInt8(events.type = 'pageview'), if(events.type = 'pageview', events.pathname, ''))))`;

/**
 * SQL for a row per session and further keys, from events.
 * @param more further columns of the rows, as aggregates over `events`
 */
export const visitsFromEvents = (
	names: readonly VisitColumnName[],
	{
		where,
		keys = [],
		more = [],
	}: { where: string; keys?: readonly string[]; more?: readonly string[] },
): string => {
	const needsOrder = names.some(isOrdered);
	const rows = `
    SELECT
      ${[...keys, "session_id", ...more, ...names.map((name) => `${columns[name].ofEvents} AS ${name}`)].join(",\n      ")}
    FROM events
    WHERE ${where}
    GROUP BY ${[...keys.map((key) => key.replace(/^.* AS /, "")), "session_id"].join(", ")}`;
	return needsOrder ? rows.replace("SELECT", `WITH ${STEPS} AS steps SELECT`) : rows;
};

/** SQL for a row per session from `parts`: rows of `visits`, or what was made of other stretches of events. */
export const visitsFromParts = (names: readonly VisitColumnName[], parts: string): string => {
	const needsOrder = names.some(isOrdered);
	return `
    ${needsOrder ? "WITH arraySort(groupArray((part.began, part.times_ms, part.views, part.paths))) AS stretches" : ""}
    SELECT
      ${["part.session_id AS session_id", ...names.map((name) => `${columns[name].ofParts} AS ${name}`)].join(",\n      ")}
    FROM (${parts}) AS part
    GROUP BY part.session_id`;
};

/** The columns that rows need so that they can be parts of a session. */
export const partColumns = (names: readonly VisitColumnName[]): VisitColumnName[] => {
	const needed = new Set<VisitColumnName>(["began", ...names]);
	if (names.some(isOrdered))
		for (const name of ["times_ms", "views", "paths"] as const) needed.add(name);
	if (names.some((name) => name.startsWith("entry_"))) needed.add("entry_page");
	if (names.some((name) => name.startsWith("exit_"))) needed.add("exit_page");
	return [...needed];
};
