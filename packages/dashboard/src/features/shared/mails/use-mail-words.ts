import { words as german } from "../../../i18n/de/mails.ts";
import { words as english } from "../../../i18n/en/mails.ts";
import { isolating } from "../../../i18n/isolated.ts";
import { useWording } from "../../../i18n/language.ts";

export type MailWords = typeof english;

/** Both languages: two pages load this chunk, and each only on demand. */
const WORDS = { en: isolating(english), de: isolating(german) };

export const useMailWords = (): MailWords => WORDS[useWording().language];
