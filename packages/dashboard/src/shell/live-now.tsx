import { useLiveCount } from "../api/sites.ts";
import { LiveDot } from "../part/choice.tsx";
import { numberFormat } from "../shape/number-format.ts";
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
	const count = numberFormat(locale, {}).format(live.data);
	const text = isLong
		? `${count} ${pluralForm(live.data, locale, words.menu.visitorsNow)}`
		: words.menu.now(count);
	const [before = "", after = ""] = text.split(count);
	const shown = (
		<LiveDot isOn={live.data > 0}>
			<span>
				{before}
				<b>{count}</b>
				{after}
			</span>
		</LiveDot>
	);
	return href === undefined ? (
		shown
	) : (
		<a class={name} href={href}>
			{shown}
		</a>
	);
};
