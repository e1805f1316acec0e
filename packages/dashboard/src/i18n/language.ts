import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { en, type Words } from "./en.ts";
import { isolating } from "./isolated.ts";
import type { Language } from "./languages.ts";

/** The viewer's language: the texts, and the locale of numbers and dates. */
export interface Wording {
	language: Language;
	/** BCP 47; may include a region, unlike the texts. */
	locale: string;
	words: Words;
}

/** The texts of the first language, which are there from the start. */
const firstWords: Words = isolating(en);

/** Every language but the first is a separate chunk. */
export const wordsOf = async (language: Language): Promise<Words> =>
	language === "de" ? isolating((await import("./de.ts")).de) : firstWords;

export const WordingContext = createContext<Wording>({
	language: "en",
	locale: "en",
	words: firstWords,
});

export const useWording = (): Wording => useContext(WordingContext);
export const useWords = (): Words => useContext(WordingContext).words;
