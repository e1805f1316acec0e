import { momentText } from "../../shape/time.ts";
import { useSiteView } from "../../shell/site-view.ts";
import { useWording } from "../../words/language.ts";

/** Tells instants of the api in the time zone of the address: `Today 03:41`. */
export const useMoment = (): ((
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
