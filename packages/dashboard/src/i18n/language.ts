import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { en, type Words } from "./en.ts";
import type { Language } from "./languages.ts";

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

export const WordingContext = createContext<Wording>({ language: "en", locale: "en", words: en });

export const useWording = (): Wording => useContext(WordingContext);
export const useWords = (): Words => useContext(WordingContext).words;
