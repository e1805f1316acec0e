import { words as german } from "../../../i18n/de/schemas.ts";
import { words as english } from "../../../i18n/en/schemas.ts";
import { isolating } from "../../../i18n/isolated.ts";
import { useWording } from "../../../i18n/language.ts";

/** Both languages: few sites load this chunk. */
const WORDS = { en: isolating(english), de: isolating(german) };

export const useSchemaWords = () => WORDS[useWording().language];
