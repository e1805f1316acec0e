import { dimensionValue } from "../names/dimension-value.ts";
import { countIn, textIn } from "../row/cell.ts";
import { figureIn, invalidFor, type ReadRow } from "../row/reading.ts";

/** The column that identifies a file → its dimension, in this product's terms. The first match decides. */
const DIMENSIONS: readonly (readonly [column: string, dimension: string])[] = [
	["entry_page", "entry_page"],
	["exit_page", "exit_page"],
	["page", "page"],
	["source", "source"],
	["device", "device_type"],
	["browser", "browser"],
	["operating_system", "operating_system"],
	["country", "country"],
	["name", "event"],
];

/**
 * A row of one of Plausible's `imported_*.csv` files. They contain daily sums and no single visits, so they are
 * imported as daily figures.
 */
export const readPlausible: ReadRow = (row) => {
	const date = textIn(row, "date");
	if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date)))
		return invalidFor("date is not a valid day");
	const [column, dimension] = DIMENSIONS.find(([name]) => row[name] !== undefined) ?? ["", ""];
	const isEvent = dimension === "event";
	return figureIn({
		date,
		dimension,
		value: column === "" ? "" : dimensionValue(dimension, textIn(row, column)),
		visitors: countIn(row, "visitors"),
		visits: countIn(row, dimension === "entry_page" ? "entrances" : "visits"),
		pageviews: countIn(row, "pageviews"),
		bounces: countIn(row, "bounces"),
		durationSeconds: countIn(row, "visit_duration"),
		events: isEvent ? countIn(row, "events") : 0,
	});
};
