import { useLiveCount } from "../api/sites.ts";
import { LiveCount } from "../part/choice.tsx";
import { pluralForm } from "../shape/plural.ts";
import { useWording } from "../words/language.ts";
import type { OpenSite } from "./site-view.ts";

interface LiveNowProps {
	open: OpenSite;
	/** With words. */
	isLong?: boolean;
	/** Of a link around it. */
	href?: string;
	class?: string | undefined;
}

/** How many sessions are live, as a dot and a number. */
export const LiveNow = ({ open, isLong = false, href, class: name }: LiveNowProps) => {
	const { words, locale } = useWording();
	const live = useLiveCount(open.site.id, open.viewer);
	if (live.data === undefined) return null;
	const visitors = pluralForm(live.data, locale, words.menu.visitorsNow);
	const text = isLong ? (count: string) => `${count} ${visitors}` : words.menu.now;
	const shown = <LiveCount live={live.data} text={text} locale={locale} />;
	return href === undefined ? (
		shown
	) : (
		<a class={name} href={href}>
			{shown}
		</a>
	);
};
