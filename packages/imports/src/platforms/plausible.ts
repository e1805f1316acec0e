import type { ImportedFigure } from "@footfall/shared/imported-hit";
import { browserName, browserVersion } from "../names/browser-name.ts";
import { regionCode } from "../names/country-code.ts";
import { dimensionValue } from "../names/dimension-value.ts";
import { systemName } from "../names/system-name.ts";
import { countIn, textIn } from "../row/cell.ts";
import { invalidFor, type RawRow, type ReadRow, readingOf } from "../row/reading.ts";

/** A dimension and its value, in this product's terms. */
type Part = readonly [dimension: string, value: string];

const plain = (dimension: string, row: RawRow, column = dimension): Part => [
	dimension,
	dimensionValue(dimension, textIn(row, column)),
];

/** `https://www.News.example/item?id=1` → `news.example`; "" where the visitor came from nowhere. */
const domainOf = (referrer: string): string =>
	(/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:www\.)?([^/?#:]*)/i.exec(referrer)?.[1] ?? "").toLowerCase();

const UTM = ["utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term"];

/** Name and version as reports show them; only the name without a version. */
const versioned = (name: string, version: string) =>
	name === "" || version === "" ? name : `${name} ${version}`;

const browserParts = (row: RawRow): Part[] => {
	const name = browserName(textIn(row, "browser"), "");
	const version = browserVersion(textIn(row, "browser_version"));
	return [plain("browser", row), ["browser_version", versioned(name, version)]];
};

const systemParts = (row: RawRow): Part[] => {
	const { operatingSystem: name, operatingSystemVersion: version } = systemName(
		textIn(row, "operating_system"),
		textIn(row, "operating_system_version"),
	);
	// Windows 11 reports itself as 10 to every product.
	const shown = name === "Windows" && ["10", "11"].includes(version) ? "10/11" : version;
	return [
		["operating_system", name],
		["operating_system_version", versioned(name, shown)],
	];
};

const placeParts = (row: RawRow): Part[] => {
	const country = dimensionValue("country", textIn(row, "country"));
	const region = textIn(row, "region");
	return [
		["country", country],
		...(region === "" ? [] : [["region", regionCode(country, region)] as const]),
	];
};

const sourceParts = (row: RawRow): Part[] => [
	plain("source", row),
	["referrer", domainOf(textIn(row, "referrer"))],
	...UTM.map((name) => plain(name, row)).filter(([, value]) => value !== ""),
];

/** The column that identifies a file → the dimensions of its rows. The first match decides. */
const FILES: readonly (readonly [column: string, partsOf: (row: RawRow) => readonly Part[]])[] = [
	["entry_page", (row) => [plain("entry_page", row)]],
	["exit_page", (row) => [plain("exit_page", row)]],
	["page", (row) => [plain("page", row)]],
	["source", sourceParts],
	["device", (row) => [plain("device_type", row, "device")]],
	["browser", browserParts],
	["operating_system", systemParts],
	["country", placeParts],
	["property", (row) => [[`prop:${textIn(row, "property").slice(0, 256)}`, textIn(row, "value")]]],
	["name", (row) => [plain("event", row, "name")]],
];

/** The export's number of a place in GeoNames; 0 = unknown. */
const hasCity = (row: RawRow) => !["", "0"].includes(textIn(row, "city"));
const CITIES = "cities, which the export names by their numbers in GeoNames";

/** How visits are called in the files of entries and exits. */
const VISITS: Readonly<Record<string, string>> = { entry_page: "entrances", exit_page: "exits" };

/**
 * A row of one of Plausible's `imported_*.csv` files. They contain daily sums and no single visits, so they are
 * imported as daily figures, one for each dimension of the row.
 */
export const readPlausible: ReadRow = (row) => {
	const date = textIn(row, "date");
	if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date)))
		return invalidFor("date is not a valid day");
	const [column = "", partsOf] = FILES.find(([name]) => row[name] !== undefined) ?? [];
	const visits = countIn(row, VISITS[column] ?? "visits");
	const hasEvents = column === "name" || column === "property";
	const figures = (partsOf?.(row) ?? [["", ""] as const]).map(
		([dimension, value]): ImportedFigure => ({
			...{ date, dimension, value, visits },
			visitors: countIn(row, "visitors"),
			pageviews: countIn(row, "pageviews"),
			bounces: countIn(row, "bounces"),
			durationSeconds: countIn(row, "visit_duration"),
			events: hasEvents ? countIn(row, "events") : 0,
		}),
	);
	return readingOf({ figures, ...(hasCity(row) && { skipped: [CITIES] }) });
};
