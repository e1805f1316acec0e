import type { FigureChange } from "../../format/change.ts";
import { countText, percentText } from "../../format/number.ts";
import type { ChartWords } from "../shared/chart-words.ts";

/** A country with its count. */
export interface CountryValue {
	/** ISO 3166-1 alpha-2. */
	country: string;
	value: number;
	/** Of all countries, 0 to 100. */
	share?: number | undefined;
	/** Since the comparison, if there is one. */
	change?: FigureChange | undefined;
}

/** What the map says about a country. */
export interface CountryReading {
	name: string;
	/** With what is counted: "2,080 sessions". */
	count: string;
	share?: string | undefined;
	change?: FigureChange | undefined;
}

const regionName = (country: string, locale: string): string => {
	try {
		return new Intl.DisplayNames(locale, { type: "region" }).of(country) ?? country;
	} catch {
		// Thrown for a value that is not a region code.
		return country;
	}
};

export const countryReading = (
	country: string,
	found: CountryValue | undefined,
	{ counted, locale }: { counted: string; locale: string },
): CountryReading => ({
	name: regionName(country, locale),
	count: `${countText(found?.value ?? 0, locale)} ${counted}`,
	share: found?.share === undefined ? undefined : percentText(found.share, locale),
	change: found?.change,
});

/** The same for screen readers. */
export const spokenCountry = (
	{ name, count, share, change }: CountryReading,
	words: ChartWords,
): string => {
	const arrow = change && change.direction !== "none" ? `${words[change.direction]} ` : "";
	return `${name}: ${[count, share, change && `${arrow}${change.text}`].filter(Boolean).join(", ")}`;
};
