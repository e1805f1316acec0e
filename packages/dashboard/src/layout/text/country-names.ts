/** Names of countries in a language, by their ISO 3166-1 code; a code without a name stands for itself. */
export const countryNames = (locale: string): Intl.DisplayNames =>
	new Intl.DisplayNames(locale, { type: "region", fallback: "code" });
