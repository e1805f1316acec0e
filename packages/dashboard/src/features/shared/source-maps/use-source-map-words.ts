import { words as german } from "../../../i18n/de/source-maps.ts";
import { words as english } from "../../../i18n/en/source-maps.ts";
import { isolating } from "../../../i18n/isolated.ts";
import { useWording } from "../../../i18n/language.ts";

/** Both languages: two pages load this chunk, and each only on demand. */
const WORDS = { en: isolating(english), de: isolating(german) };

export const useSourceMapWords = () => WORDS[useWording().language];
