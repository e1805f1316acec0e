/** The forms of a noun, by the number before it. */
export interface PluralForms {
	readonly one: string;
	readonly other: string;
}

/** The form for a number; the supported languages have two. */
export const pluralForm = (count: number, locale: string, forms: PluralForms): string =>
	forms[new Intl.PluralRules(locale).select(count) === "one" ? "one" : "other"];

/** A formatted number and its noun, in a language with two forms: `1 row`, `12 rows`. */
export const counted = (count: string, one: string, many: string): string =>
	`${count} ${count === "1" ? one : many}`;
