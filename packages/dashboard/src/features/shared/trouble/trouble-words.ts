import { words as de } from "../../../i18n/de/trouble.ts";
import { words as en } from "../../../i18n/en/trouble.ts";
import { isolating } from "../../../i18n/isolated.ts";
import { useWording } from "../../../i18n/language.ts";

/** In the chunk that shows them: a page that cannot be shown should not wait for another file. */
const TEXTS = { en: isolating(en), de: isolating(de) };

/** Why a whole page cannot be shown, in the viewer's language. */
export const useTroubleWords = (): typeof en => TEXTS[useWording().language];
