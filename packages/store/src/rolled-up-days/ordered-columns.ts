import { AT_MS, type ColumnSql, every, over, VIEW } from "./column-sql.ts";

/** Arrays with an element for each act of a session, in their order. */
export const ORDERED = [
	"times_ms",
	"views",
	"paths",
	"titles",
	"other_paths",
	"other_titles",
] as const;
export type OrderedName = (typeof ORDERED)[number];
export const isOrdered = (name: string): name is OrderedName =>
	(ORDERED as readonly string[]).includes(name);

/** The type of an array of texts. */
export const TEXTS = "Array(LowCardinality(String))";

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
 * Sorted one by one by their `places`: that takes two thirds of the time that sorting tuples takes. Each element of a
 * part's tuple is a separate column; the first one is the sort key.
 */
export const inOrder = (
	name: OrderedName,
	among: readonly OrderedName[],
	isShown: string,
): ColumnSql => {
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
