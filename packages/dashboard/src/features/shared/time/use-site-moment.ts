import { momentText } from "../../../format/time.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";

/** Formats instants of the API in the URL's time zone: `Today 03:41`. */
export const useSiteMoment = (): ((
	instant: string | number,
	options?: { seconds?: boolean; isWithin?: boolean },
) => string) => {
	const { locale } = useWording();
	const { timeZone, now } = useSiteView();
	return (instant, options) =>
		momentText(
			typeof instant === "number" ? instant : Date.parse(instant),
			{ locale, timeZone, now },
			options,
		);
};
