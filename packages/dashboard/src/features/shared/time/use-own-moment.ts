import { dateText, momentText } from "../../../format/time.ts";
import { wallTimeOf } from "../../../format/wall-time.ts";
import { useWording } from "../../../i18n/language.ts";
import { ownTimeZone } from "../../../layout/shared-parameters.ts";

/** Formats times in the viewer's own zone, for pages outside any site. */
export const useOwnMoment = () => {
	const { locale } = useWording();
	const timeZone = ownTimeZone();
	const now = Date.now();
	return {
		timeZone,
		/** `Today 03:41`; of an ISO time. */
		momentText: (iso: string) => momentText(Date.parse(iso), { locale, timeZone, now }),
		/** `26 Oct 2026` */
		dayText: (iso: string) =>
			dateText(
				wallTimeOf(Date.parse(iso), timeZone),
				{ locale, now: wallTimeOf(now, timeZone) },
				{ isAlone: true },
			),
	};
};
