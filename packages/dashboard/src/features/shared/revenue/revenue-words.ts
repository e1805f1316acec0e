import { words as german } from "../../../i18n/de/revenue.ts";
import { words as english } from "../../../i18n/en/revenue.ts";
import { isolating } from "../../../i18n/isolated.ts";
import { useWording } from "../../../i18n/language.ts";

/** Both languages: together with what shows them, they are one chunk that only sites with money load. */
const WORDS = { en: isolating(english), de: isolating(german) };

export const useRevenueWords = () => WORDS[useWording().language];
