import { ENGLISH } from "./english-phrases.ts";
import { GERMAN } from "./german-phrases.ts";
import type { Phrases } from "./phrases.ts";
import type { ReportMailLanguage } from "./report-mail-content.ts";

/** The words of a language. */
export const phrasesOf = (language: ReportMailLanguage): Phrases =>
	language === "de" ? GERMAN : ENGLISH;
