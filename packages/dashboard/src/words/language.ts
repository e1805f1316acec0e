import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { en, type Words } from "./en.ts";

/** The languages there are, by their own names. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;
const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text);

/** What everything is written in: the texts, and the locale that numbers and dates follow. */
export interface Wording {
	language: Language;
	/** BCP 47; may name a region, where the texts do not. */
	locale: string;
	words: Words;
}

/** A language but the first is a chunk of its own. */
export const wordsOf = async (language: Language): Promise<Words> =>
	language === "de" ? (await import("./de.ts")).de : en;

/**
 * The language to begin with.
 * @param chosen what the viewer chose before
 * @param preferred the browser's list, the best first
 */
export const languageOf = (chosen: string | null, preferred: readonly string[]): Language => {
	if (chosen !== null && isLanguage(chosen)) return chosen;
	const spoken = preferred.map((locale) => locale.toLowerCase().split("-", 1)[0] ?? "");
	return spoken.find(isLanguage) ?? "en";
};

/** The browser's own locale of a language, so that en-GB writes its dates its way. */
export const localeOf = (language: Language, preferred: readonly string[]): string =>
	preferred.find((locale) => locale.toLowerCase().split("-", 1)[0] === language) ?? language;

export const WordingContext = createContext<Wording>({ language: "en", locale: "en", words: en });

export const useWording = (): Wording => useContext(WordingContext);
export const useWords = (): Words => useContext(WordingContext).words;
