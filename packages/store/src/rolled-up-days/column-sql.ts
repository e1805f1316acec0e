/**
 * The order of a session's events as one number, which the aggregates compare several times faster than a tuple: by
 * time, and within a millisecond by their order in the partition of the log, which all of them share.
 */
export const EVENT_ORDER =
	"bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))";

/** Whether a row of `events` is an act of its visitor: measurements only add to the page that they were taken on. */
export const IS_ACT = "type NOT IN ('engagement', 'performance')";
/** The same where the table has an alias for it. */
export const ACT = `events.${IS_ACT}`;
/** Whether it is the view of a page. */
export const VIEW = "events.type = 'pageview'";
/** Its time, ms since the epoch. */
export const AT_MS = "toUnixTimestamp64Milli(events.timestamp)";

/**
 * SQL of a figure or attribute of a session: from its events, and from rows of separate stretches of its time,
 * none of which overlap (`part`, with the same columns).
 */
export interface ColumnSql {
	/** @param act SQL for whether a row is an act, "1" if only acts are read */
	ofEvents(act: string): string;
	ofParts: string;
}

/** All of some conditions; "1" stands for one that always holds. */
export const every = (...conditions: readonly string[]): string =>
	conditions.filter((condition) => condition !== "1").join(" AND ") || "1";
/** An aggregate over the rows that meet all conditions. */
export const over = (
	aggregate: string,
	values: string,
	...conditions: readonly string[]
): string => {
	const condition = every(...conditions);
	return condition === "1" ? `${aggregate}(${values})` : `${aggregate}If(${values}, ${condition})`;
};
