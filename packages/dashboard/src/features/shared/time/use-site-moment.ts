import { momentText } from "../../../format/time.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";

/** Tells instants of the api in the time zone of the address: `Today 03:41`. */
export const useSiteMoment = (): ((
	instant: string | number,
	options?: { seconds?: boolean },
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
