/** The forms of a noun, by the number before it. */
export interface PluralForms {
	readonly one: string;
	readonly other: string;
}

/** The form for a number; the supported languages have two. */
export const pluralForm = (count: number, locale: string, forms: PluralForms): string =>
	forms[new Intl.PluralRules(locale).select(count) === "one" ? "one" : "other"];
