import { foldedText } from "../../ui/form/match-text.ts";
import { countryChoices } from "../text/countries.ts";
import { filterText, valueText } from "../text/filter-text.ts";
import { matchScore } from "./match-entry.ts";
import type { PaletteEntry, PaletteWording } from "./palette-entries.ts";
import type { FoundValue } from "./use-value-search.ts";

const MOST_COUNTRIES = 3;
/** One letter begins the names of dozens of countries. */
const LEAST_LETTERS = 2;

/** The countries that a text names, in any of the languages. Their values are codes, which the API cannot search for. */
const namedCountries = (typed: string, wordings: readonly PaletteWording[]): FoundValue[] => {
	if (typed.length < LEAST_LETTERS) return [];
	const best = new Map<string, number>();
	for (const { locale } of wordings)
		for (const [code, name] of countryChoices(locale)) {
			const score = matchScore(name, typed);
			if (score !== undefined) best.set(code, Math.min(score, best.get(code) ?? score));
		}
	return [...best]
		.toSorted(([, one], [, other]) => one - other)
		.slice(0, MOST_COUNTRIES)
		.map(([value]) => ({ field: "country", value }));
};

/**
 * The filters that a text names: a country, or a value that was found.
 * @param found may be about an earlier text
 */
export const filterEntries = (
	typed: string,
	{ found, hasPlaces }: { found: readonly FoundValue[]; hasPlaces: boolean },
	wordings: readonly [PaletteWording, ...PaletteWording[]],
): PaletteEntry[] => {
	const [own] = wordings;
	const search = foldedText(typed);
	const fitting = found.filter(({ field, value }) =>
		[value, valueText(field, value, own)].some((text) => foldedText(text).includes(search)),
	);
	return [...(hasPlaces ? namedCountries(typed, wordings) : []), ...fitting].map(
		({ field, value }) => ({
			id: `filter ${field} ${value}`,
			names: [filterText({ field, comparator: "is", values: [value] }, own).whole],
			group: own.words.filter.filter,
			act: { do: "filter", field, value },
		}),
	);
};
