import { useContext, useEffect, useState } from "preact/hooks";
import { clockText, dateText } from "../../format/time.ts";
import { isSameDay, wallTimeOf } from "../../format/wall-time.ts";
import { useWording } from "../../i18n/language.ts";
import { useAddress } from "../../router/use-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { useSyncExternalStore } from "../preference/use-external-store.ts";
import { failureText } from "../report-failure.tsx";
import { defaultTimeZone } from "../shared-parameters.ts";
import { OpenSiteContext } from "../site-view.ts";
import { absence, awaitServer, isAway, staleAnswers } from "./stale-answers.ts";

const MINUTE_MS = 60_000;

/** Renders again each minute: a time of today becomes one of yesterday. */
const useEachMinute = (isOn: boolean) => {
	const [, redraw] = useState({});
	useEffect(() => {
		if (!isOn) return undefined;
		const timer = setInterval(() => redraw({}), MINUTE_MS);
		return () => clearInterval(timer);
	}, [isOn]);
};

/** Shown above a page whose data could not be refreshed: the reason, and the age of the data. */
export const StaleBanner = () => {
	const { words, locale } = useWording();
	const { address } = useAddress();
	const site = useContext(OpenSiteContext)?.site;
	const isUnanswered = useSyncExternalStore(absence.subscribe, absence.read);
	const stale = useSyncExternalStore(staleAnswers.subscribe, staleAnswers.read);
	useEffect(() => (isUnanswered ? awaitServer() : undefined), [isUnanswered]);
	useEachMinute(stale !== undefined);
	if (!stale) return null;
	const timeZone = address.timeZone ?? defaultTimeZone(site?.timeZone);
	const wall = wallTimeOf(stale.updatedAt, timeZone);
	const now = wallTimeOf(Date.now(), timeZone);
	const clock = clockText(wall, locale);
	const time = isSameDay(wall, now) ? clock : `${dateText(wall, { locale, now })} ${clock}`;
	return (
		<Banner tone="warn">
			{isAway(stale.failure) ? words.card.noAnswer : failureText(stale.failure, words).message}{" "}
			{words.card.stale(time)}
		</Banner>
	);
};
