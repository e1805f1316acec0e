import {
	type ComparisonChoice,
	comparisonChoiceOf,
	DEFAULT_COMPARISON,
	textOfComparison,
} from "./comparison.ts";
import { type AddressFilter, addressFilterOf, textOfFilter } from "./filters.ts";
import {
	type DateRange,
	DEFAULT_RANGE,
	rangeOf,
	SERIES_BUCKETS,
	type SeriesBucket,
	textOfRange,
} from "./range.ts";

/** An invalid part of the URL: its key and its text. It stays in the URL. */
export type Misread = readonly [key: string, text: string];

/** The view, as the query string describes it. */
export interface Address {
	range: DateRange;
	/** IANA name; absent = the viewer's own. */
	timeZone: string | undefined;
	comparison: ComparisonChoice;
	/** Absent = the one that suits the range. */
	bucket: SeriesBucket | undefined;
	/** The figure on the chart. */
	line: string | undefined;
	filters: readonly AddressFilter[];
	/** A saved segment. */
	segment: number | undefined;
	/** The dialog with a card's details. */
	open: string | undefined;
	/** Whether figures imported from another product are left out. */
	imported?: "0" | undefined;
	/** What a table is sorted by. */
	by: string | undefined;
	/** The search text of a table. */
	find: string | undefined;
	/** The page of a table, from 2; absent = the first. */
	page: number | undefined;
	/** Other keys, in their order. */
	others: readonly Misread[];
	misread: readonly Misread[];
}

export const NO_STATE: Address = {
	range: DEFAULT_RANGE,
	timeZone: undefined,
	comparison: DEFAULT_COMPARISON,
	bucket: undefined,
	line: undefined,
	filters: [],
	segment: undefined,
	open: undefined,
	by: undefined,
	find: undefined,
	page: undefined,
	others: [],
	misread: [],
};

/** Zones that are known to exist, so that each is looked up once. */
/** The first lookup of a time zone takes a slow device a tenth of a second: skip it for the one that surely exists. */
const zones = new Set(["UTC"]);

/** The canonical name of the zone; undefined for a zone that does not exist. */
export const knownTimeZone = (name: string): string | undefined => {
	if (zones.has(name)) return name;
	try {
		new Intl.DateTimeFormat("en", { timeZone: name });
		zones.add(name);
		return name;
	} catch {
		return undefined;
	}
};

/** The longest text that the API searches for. */
export const MAX_FIND_LENGTH = 500;

const WORD = /^[\w:.-]{1,100}$/;
const word = (text: string) => (WORD.test(text) ? text : undefined);
const isBucket = (text: string): text is SeriesBucket =>
	(SERIES_BUCKETS as readonly string[]).includes(text);

/** Parses one key each; undefined for an invalid value. */
const READ: Readonly<Record<string, (text: string) => Partial<Address> | undefined>> = {
	range: (text) => {
		const range = rangeOf(text);
		return range && { range };
	},
	tz: (text) => {
		const timeZone = knownTimeZone(text);
		return timeZone ? { timeZone } : undefined;
	},
	compare: (text) => {
		const comparison = comparisonChoiceOf(text);
		return comparison && { comparison };
	},
	bucket: (text) => (isBucket(text) ? { bucket: text } : undefined),
	line: (text) => (word(text) ? { line: text } : undefined),
	segment: (text) => (/^[1-9]\d{0,8}$/.test(text) ? { segment: Number(text) } : undefined),
	imported: (text) => (text === "0" ? { imported: text } : undefined),
	open: (text) => (word(text) ? { open: text } : undefined),
	by: (text) => (word(text) ? { by: text } : undefined),
	find: (text) => (text !== "" && text.length <= MAX_FIND_LENGTH ? { find: text } : undefined),
	page: (text) => (/^[1-9]\d{0,5}$/.test(text) ? { page: Number(text) } : undefined),
};

/** Parses a query string, with or without its `?`. Of a repeated key the first counts; only `f` may be repeated. */
export const addressOf = (search: string): Address => {
	const filters: AddressFilter[] = [];
	const others: Misread[] = [];
	const misread: Misread[] = [];
	const seen = new Set<string>();
	let found: Partial<Address> = {};
	for (const [key, text] of new URLSearchParams(search)) {
		if (key === "f") {
			const filter = addressFilterOf(text);
			if (filter) filters.push(filter);
			else misread.push([key, text]);
			continue;
		}
		const read = Object.hasOwn(READ, key) ? READ[key] : undefined;
		if (!read) others.push([key, text]);
		else if (!seen.has(key)) {
			seen.add(key);
			const part = read(text);
			if (part) found = { ...found, ...part };
			else misread.push([key, text]);
		}
	}
	return { ...NO_STATE, ...found, filters, others, misread };
};

/** Characters that stay readable: these mean nothing in a query string. */
const encoded = (text: string) =>
	encodeURIComponent(text)
		.replaceAll("%2F", "/")
		.replaceAll("%3A", ":")
		.replaceAll("%2C", ",")
		.replaceAll("%20", "+");

/** The query string of a view, with its `?`; empty for the default view. */
export const searchOf = (address: Address): string => {
	const { range, timeZone, comparison, bucket, line, filters, segment, open, by, find } = address;
	const written: Misread[] = [];
	const write = (key: string, text: string | undefined, usual?: string) => {
		if (text !== undefined && text !== usual) written.push([key, text]);
	};
	write("range", textOfRange(range), textOfRange(DEFAULT_RANGE));
	write("tz", timeZone);
	write("compare", textOfComparison(comparison), textOfComparison(DEFAULT_COMPARISON));
	write("bucket", bucket);
	write("line", line);
	for (const filter of filters) write("f", textOfFilter(filter));
	write("segment", segment?.toString());
	write("imported", address.imported);
	write("open", open);
	write("by", by);
	write("find", find);
	write("page", address.page?.toString(), "1");
	const kept = address.misread.filter(
		([key]) => key === "f" || !written.some(([other]) => other === key),
	);
	const all = [...written, ...kept, ...address.others];
	return all.length === 0
		? ""
		: `?${all.map(([key, text]) => `${encoded(key)}=${encoded(text)}`).join("&")}`;
};

/**
 * A view with a change. From then on the URL includes its time zone, so that a shared link shows others the same
 * numbers. An invalid value is dropped when the change sets its key.
 * @param timeZone the default one; undefined if the URL needs none
 */
export const changed = (
	address: Address,
	change: Partial<Address>,
	timeZone: string | undefined,
): Address => {
	const isSet: Readonly<Record<string, boolean>> = {
		range: "range" in change,
		tz: "timeZone" in change,
		compare: "comparison" in change,
		bucket: "bucket" in change,
		line: "line" in change,
		segment: "segment" in change,
		open: "open" in change,
		by: "by" in change,
		find: "find" in change,
		page: "page" in change,
		f: change.filters?.length === 0,
	};
	return {
		...address,
		timeZone: address.timeZone ?? timeZone,
		// The bucket of another range may be far too fine or coarse.
		...("range" in change && { bucket: undefined }),
		// The rows, or their order, are different.
		page: undefined,
		...change,
		misread: address.misread.filter(([key]) => !isSet[key]),
	};
};

/**
 * Keys of a single page, kept among the unknown ones: an unsaved goal, funnel or question, the steps of journeys, a position in a
 * log, whose sessions, users or recordings are listed, a position in a recording.
 */
const OF_ONE_PAGE: readonly string[] =
	"steps step metrics dimensions order limit where view name before kind at error funnel goal in min_duration min_events min_length min_pageviews mode q sessions trait user value who".split(
		" ",
	);

/** The state that is kept from page to page: the view, without what one page opened or sorted. */
export const carried = (address: Address): Address => ({
	...address,
	others: address.others.filter(([key]) => !OF_ONE_PAGE.includes(key)),
	bucket: undefined,
	line: undefined,
	open: undefined,
	by: undefined,
	find: undefined,
	page: undefined,
});
