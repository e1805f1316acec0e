import { useMemo } from "preact/hooks";
import type { TimeContext } from "../../shape/time.ts";
import { wallTimeOf } from "../../shape/wall-time.ts";
import { type SiteView, useSiteView } from "../../shell/site-view.ts";
import { useAreaWords } from "../../words/areas.ts";
import type { words as english } from "../../words/en/behaviour.ts";
import type { Words } from "../../words/en.ts";
import { useWording } from "../../words/language.ts";

export type BehaviourWords = typeof english;

export interface Texts {
	/** Of these pages. */
	own: BehaviourWords;
	words: Words;
	locale: string;
	view: SiteView;
	/** The present on the wall of the zone that is shown. */
	time: TimeContext;
}

/** What the pages of behaviour are written with. */
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
