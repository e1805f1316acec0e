import { words as german } from "../../../i18n/de/channels.ts";
import { words as english } from "../../../i18n/en/channels.ts";
import { isolating } from "../../../i18n/isolated.ts";
import { useWording } from "../../../i18n/language.ts";

/** Both languages: one page loads this chunk, and only on demand. */
const WORDS = { en: isolating(english), de: isolating(german) };

export const useChannelWords = (): typeof english => WORDS[useWording().language];
