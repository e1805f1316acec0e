import type { SearchFigure } from "@footfall/shared/imported-hit";
import { MAX_LENGTH } from "@footfall/shared/limits";
import { iso31661 } from "iso-3166";
import { deviceType } from "../names/device-type.ts";
import type { ReadBatch } from "../read-batch.ts";
import { addCount } from "./counts.ts";
import { commonFault, type GoogleAnswer } from "./google-answer.ts";
import { BRIEF, type GoogleApi, PATIENT, type Patience } from "./google-api.ts";
import { GoogleFault } from "./google-fault.ts";
import {
	addDays,
	type DayRange,
	dayIn,
	emptyBatch,
	type GoogleSource,
	isDay,
	piecesOf,
	positionIn,
} from "./google-source.ts";

export const SEARCH_SCOPE = "https://www.googleapis.com/auth/webmasters.readonly";
const SERVICE = "Google Search Console";

/** The most that Google gives at once. */
const PAGE_ROWS = 25_000;
/** Google gives at most 50,000 rows of a day: this bounds what is held at once. */
const DAYS_AT_ONCE = 7;
/** Google keeps sixteen months. */
const KEPT_DAYS = 500;

/** The dimensions, "" for days as a whole. */
const SETS = ["", "query", "page", "country", "device"] as const;
type SearchSet = (typeof SETS)[number];

interface SearchProperty {
	api: Pick<GoogleApi, "call">;
	address: string;
	property: string;
	email: string;
}

/** `sc-domain:example.com`, or the address of a prefix. @throws GoogleFault for another form */
export const searchProperty = (text: string): string => {
	const property = text.trim();
	if (/^sc-domain:[^\s/:]{1,253}$/.test(property)) return property;
	if (/^https?:\/\/\S{1,2000}$/.test(property) && URL.canParse(property))
		return new URL(property).href;
	throw new GoogleFault(
		"property",
		`"${text.slice(0, 60)}" is not a property of Search Console: give sc-domain:example.com for a domain, or https://www.example.com/ for an address.`,
	);
};

interface SearchRow {
	keys: readonly string[];
	clicks: number;
	impressions: number;
	position: number;
}

const numberOf = (value: unknown): number => (typeof value === "number" ? value : Number.NaN);

const rowOf = (row: unknown): SearchRow => {
	const { keys, clicks, impressions, position } = Object(row) as Record<string, unknown>;
	return {
		keys: Array.isArray(keys) ? keys.map(String) : [],
		clicks: numberOf(clicks),
		impressions: numberOf(impressions),
		position: numberOf(position),
	};
};

const searchFault = ({ property, email }: SearchProperty, answer: GoogleAnswer): GoogleFault => {
	const common = commonFault(answer, { service: SERVICE, email });
	if (common.kind !== "request") return common;
	if (answer.status === 403)
		return new GoogleFault(
			"access",
			`${email} may not read "${property}": add this address as a user in Search Console, under Settings → Users and permissions, or correct the property.`,
		);
	if (answer.status === 404)
		return new GoogleFault(
			"property",
			`There is no property "${property}" in Search Console: give sc-domain:example.com for a domain, or https://www.example.com/ for an address.`,
		);
	return common;
};

const readRows = async (
	source: SearchProperty,
	{ from, to }: DayRange,
	set: SearchSet,
	patience: Patience,
): Promise<SearchRow[]> => {
	const rows: SearchRow[] = [];
	for (;;) {
		const answer = await source.api.call({
			service: SERVICE,
			method: "POST",
			url: `${source.address}/webmasters/v3/sites/${encodeURIComponent(source.property)}/searchAnalytics/query`,
			body: {
				startDate: from,
				endDate: to,
				dimensions: set === "" ? ["date"] : ["date", set],
				type: "web",
				dataState: "final",
				rowLimit: PAGE_ROWS,
				startRow: rows.length,
			},
			patience,
			faultOf: (refusal) => searchFault(source, refusal),
		});
		const page = Array.isArray(answer["rows"]) ? answer["rows"] : [];
		for (const row of page) rows.push(rowOf(row));
		if (page.length < PAGE_ROWS) return rows;
	}
};

const ALPHA_2: ReadonlyMap<string, string> = new Map(
	iso31661.map(({ alpha2, alpha3 }) => [alpha3.toLowerCase(), alpha2]),
);

const searchValue = (set: SearchSet, text: string): string => {
	// "zzz" is a country that Google does not know.
	if (set === "country") return ALPHA_2.get(text.toLowerCase()) ?? "";
	if (set === "device") return deviceType(text) || text;
	return text.slice(0, MAX_LENGTH.pathname);
};

const sumOf = (rows: readonly SearchRow[], what: "clicks" | "impressions"): number =>
	rows.reduce((sum, row) => sum + (Number.isFinite(row[what]) ? row[what] : 0), 0);

const readUnit = async (
	source: SearchProperty,
	set: SearchSet,
	range: DayRange,
	place: number,
): Promise<ReadBatch> => {
	const rows = await readRows(source, range, set, PATIENT);
	const batch = emptyBatch();
	const figures = new Map<string, SearchFigure>();
	for (const { keys, clicks, impressions, position } of rows) {
		const [date = "", text = ""] = keys;
		if (!isDay(date) || date < range.from || date > range.to) {
			addCount(batch.invalid, "a row has no day of the range");
			continue;
		}
		if (![clicks, impressions, position].every((value) => value >= 0)) {
			addCount(batch.invalid, "a row has a figure that is not a number of 0 or more");
			continue;
		}
		const value = searchValue(set, text);
		const key = `${date} ${value}`;
		const known = figures.get(key) ?? {
			date,
			dimension: set,
			value,
			clicks: 0,
			impressions: 0,
			positions: 0,
		};
		known.clicks += Math.round(clicks);
		known.impressions += Math.round(impressions);
		known.positions += position * impressions;
		figures.set(key, known);
	}
	if (set === "query") {
		const totals = await readRows(source, range, "", PATIENT);
		const { noted } = batch;
		for (const what of ["clicks", "impressions"] as const)
			addCount(
				noted,
				`${what} of searches that Google does not name, because few people made them`,
				sumOf(totals, what) - sumOf(rows, what),
			);
	}
	batch.searches = [...figures.values()]
		.sort((one, other) => (`${one.date} ${one.value}` < `${other.date} ${other.value}` ? -1 : 1))
		.map((value, row) => ({ position: positionIn(place, row), value }));
	return batch;
};

/**
 * Opens a property of Search Console: checks access, and which days it has. Its days are those of California.
 * @throws GoogleFault
 */
export const openSearchConsole = async (
	source: SearchProperty,
	{ from, to }: Partial<DayRange>,
	now: number,
): Promise<GoogleSource> => {
	const today = dayIn("America/Los_Angeles", now);
	const asked = { from: from ?? addDays(today, -KEPT_DAYS), to: to ?? today };
	const days = (await readRows(source, asked, "", BRIEF))
		.map(({ keys }) => keys[0] ?? "")
		.filter((day) => isDay(day) && day >= asked.from && day <= asked.to)
		.sort();
	const [first] = days;
	const last = days.at(-1);
	if (first === undefined || last === undefined)
		throw new GoogleFault(
			"property",
			`Search Console has no final figures of "${source.property}" from ${asked.from} to ${asked.to}: check the property and the days; a day is final after about three.`,
		);
	return {
		range: { from: from ?? first, to: last },
		units: (whole) =>
			piecesOf(whole, DAYS_AT_ONCE).flatMap((piece) => SETS.map((set) => ({ ...piece, set }))),
		read: (unit, place) => {
			const set = SETS.find((name) => name === unit.set);
			if (set === undefined) throw new TypeError(`${SERVICE} has no set "${unit.set}"`);
			return readUnit(source, set, unit, place);
		},
	};
};
