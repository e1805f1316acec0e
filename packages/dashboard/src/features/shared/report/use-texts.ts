import { useMemo } from "preact/hooks";
import type { TimeContext } from "../../../format/time.ts";
import { wallTimeOf } from "../../../format/wall-time.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import type { words as english } from "../../../i18n/en/behaviour.ts";
import type { Words } from "../../../i18n/en.ts";
import { useWording } from "../../../i18n/language.ts";
import { type SiteView, useSiteView } from "../../../layout/site-view.ts";

export type BehaviourWords = typeof english;

export interface Texts {
	/** Of these pages. */
	own: BehaviourWords;
	words: Words;
	locale: string;
	view: SiteView;
	/** The current wall time in the zone that is shown. */
	time: TimeContext;
}

/** The texts and formatters that the behaviour pages share. */
export const useTexts = (): Texts => {
	const own = useAreaWords("behaviour");
	const { words, locale } = useWording();
	const view = useSiteView();
	return useMemo(
		() => ({
			own,
			words,
			locale,
			view,
			time: { locale, now: wallTimeOf(view.now, view.timeZone) },
		}),
		[own, words, locale, view],
	);
};
