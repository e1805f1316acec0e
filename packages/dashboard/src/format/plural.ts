/** What a counted thing is called, by the number in front of it. */
export interface PluralForms {
	readonly one: string;
	readonly other: string;
}

/** The form that goes with a number; the languages there are have two. */
export const pluralForm = (count: number, locale: string, forms: PluralForms): string =>
	forms[new Intl.PluralRules(locale).select(count) === "one" ? "one" : "other"];
