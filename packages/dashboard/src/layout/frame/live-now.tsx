import { useLiveCount } from "../../api/sites.ts";
import { useWording } from "../../i18n/language.ts";
import { LiveCount } from "../../ui/form/choice.tsx";
import type { OpenSite } from "../site-view.ts";

interface LiveNowProps {
	open: OpenSite;
	/** With text. */
	isLong?: boolean;
	/** Class of a link around it. */
	href?: string;
	class?: string | undefined;
}

/** The number of live sessions, as a dot and a number. */
export const LiveNow = ({ open, isLong = false, href, class: name }: LiveNowProps) => {
	const { words, locale } = useWording();
	const live = useLiveCount(open.site.id, open.viewer);
	if (live.data === undefined) return null;
	const shown = <LiveCount live={live.data} locale={locale} words={words.menu} isLong={isLong} />;
	return href === undefined ? (
		shown
	) : (
		<a class={name} href={href}>
			{shown}
		</a>
	);
};
