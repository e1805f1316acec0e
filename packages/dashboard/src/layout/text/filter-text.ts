import { shownPath } from "@footfall/shared/text/shown-path";
import type { Words } from "../../i18n/en.ts";
import { isolated } from "../../i18n/isolated.ts";
import { type AddressFilter, takesValues } from "../../router/filters.ts";
import { hostText } from "./host-text.ts";
import { sourceName } from "./source-names.ts";

/** The dimensions in the filter dialog, the most used first. */
export const FILTER_FIELDS = [
	"pathname",
	"referrer",
	"channel",
	"country",
	"region",
	"city",
	"device_type",
	"browser",
	"operating_system",
	"entry_page",
	"exit_page",
	"page_title",
	"event_name",
	"utm_source",
	"utm_medium",
	"utm_campaign",
	"utm_term",
	"utm_content",
	"hostname",
	"language",
	"timezone",
	"browser_version",
	"operating_system_version",
	"dimensions",
	"asn_org",
	"tag",
	"user_id",
	"device_model",
	"app_version",
	"release",
] as const satisfies readonly (keyof Words["field"])[];

const NAMED: Readonly<Record<string, (words: Words, name: string) => string>> = {
	prop: (words, name) => words.fieldOf.property(name),
	url_param: (words, name) => words.fieldOf.urlParameter(name),
	feature_flag: (words, name) => words.fieldOf.flag(name),
};

/** The name of a dimension, as menus and list heads show it. */
export const fieldText = (field: string, words: Words): string => {
	if (Object.hasOwn(words.field, field)) return words.field[field as keyof Words["field"]];
	const colon = field.indexOf(":");
	const kind = field.slice(0, Math.max(0, colon));
	const named = Object.hasOwn(NAMED, kind) ? NAMED[kind] : undefined;
	return named ? named(words, field.slice(colon + 1)) : field;
};

const made = new Map<string, Intl.DisplayNames>();

const displayNames = (type: "region" | "language", locale: string, code: string): string => {
	const key = `${type} ${locale}`;
	try {
		// Cached: creating one takes longer than formatting a whole list of names.
		const names = made.get(key) ?? new Intl.DisplayNames(locale, { type, fallback: "code" });
		made.set(key, names);
		return names.of(code) ?? code;
	} catch {
		// Codes come from beacons and databases, and may be malformed.
		return code;
	}
};

/**
 * `New York, United States` for `US-NY-New York`, `NY, United States` for `US-NY`: the codes distinguish places with
 * the same name.
 */
const placeText = (value: string, locale: string): string => {
	const [, country, region = "", city] = /^([A-Z]{2})-([A-Z0-9]{0,3})(?:-(.+))?$/.exec(value) ?? [];
	if (country === undefined) return value.replace(/^-/, "");
	return `${city ?? region}, ${displayNames("region", locale, country)}`;
};

/** The values of these are codes, which a search for a name cannot find in the store. */
export const hasCodes = (field: string): boolean => field === "country" || field === "language";

const PATHS: ReadonlySet<string> = new Set(["pathname", "entry_page", "exit_page"]);

/** A value of a dimension as it is displayed. */
export const valueText = (
	field: string,
	value: string | null,
	{ words, locale }: { words: Words; locale: string },
): string => {
	if (value === null || value === "")
		return field === "referrer" ? words.value.direct : words.value.notSet;
	if (field === "country") return displayNames("region", locale, value);
	if (field === "language") return displayNames("language", locale, value);
	if (field === "region" || field === "city") return placeText(value, locale);
	if (field === "referrer") return sourceName(value) ?? hostText(value);
	if (field === "hostname") return hostText(value);
	return PATHS.has(field) ? shownPath(value) : value;
};

const MAX_NAMED = 3;

/** A filter in words, in three parts: `Country`, `is`, `Germany or Austria`. */
export const filterText = (
	filter: AddressFilter,
	wording: { words: Words; locale: string },
): { field: string; how: string; values: string; whole: string } => {
	const { words } = wording;
	const field = fieldText(filter.field, words);
	const how = words.filter.isNot[filter.comparator];
	const named = filter.values
		.slice(0, MAX_NAMED)
		.map((value) => isolated(valueText(filter.field, value, wording)));
	const more = filter.values.length - named.length;
	const values = takesValues(filter.comparator)
		? [...named, ...(more > 0 ? [`+${more}`] : [])].join(` ${words.filter.or} `)
		: "";
	return { field, how, values, whole: [field, how, values].filter(Boolean).join(" ") };
};
