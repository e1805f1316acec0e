/** The supported languages, by their own names. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;
const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text);

/**
 * The initial language.
 * @param chosen what the viewer chose before
 * @param preferred the browser's list, the best first
 */
export const languageOf = (chosen: string | null, preferred: readonly string[]): Language => {
	if (chosen !== null && isLanguage(chosen)) return chosen;
	const spoken = preferred.map((locale) => locale.toLowerCase().split("-", 1)[0] ?? "");
	return spoken.find(isLanguage) ?? "en";
};

/** The browser's own locale of a language, so that en-GB formats dates its way. */
export const localeOf = (language: Language, preferred: readonly string[]): string =>
	preferred.find((locale) => locale.toLowerCase().split("-", 1)[0] === language) ?? language;
