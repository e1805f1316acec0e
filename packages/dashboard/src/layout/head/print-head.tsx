import "./print.css";
import { useContext, useEffect } from "preact/hooks";
import { joinIsolated } from "../../i18n/isolated.ts";
import { useWording } from "../../i18n/language.ts";
import { comparedDays } from "../../router/comparison.ts";
import { type Day, dayOf } from "../../router/days.ts";
import { daysOf } from "../../router/range.ts";
import { useAddress } from "../../router/use-address.ts";
import { applyTheme } from "../preference/preferences.ts";
import { OpenSiteContext, useSiteView } from "../site-view.ts";
import { filterText } from "../text/filter-text.ts";
import { comparisonText, daysText, rangeText } from "../text/range-text.ts";
import css from "./print-head.module.css";
import { useSegments } from "./use-segments.ts";

/** Paper outlives the year: its dates name it. */
const LONG_AGO: Day = "0001-01-01";

interface PrintHeadProps {
	hasFilters: boolean;
	hasRange: boolean;
	hasComparison: boolean;
}

const usePeriod = ({ hasRange, hasComparison }: PrintHeadProps): string => {
	const { words, locale } = useWording();
	const { address } = useAddress();
	const { now, timeZone } = useSiteView();
	const { range, comparison } = address;
	if (!hasRange) return "";
	const today = dayOf(now, timeZone);
	const days = daysOf(range, now, timeZone);
	const name = range.kind === "dates" ? "" : rangeText(range, words, today, locale);
	const period = [name, days && daysText(days, LONG_AGO, locale)].filter(Boolean).join(", ");
	if (!hasComparison || comparison.kind === "off" || range.kind === "all") return period;
	const compared = comparedDays(comparison, range, now, timeZone);
	const inWords = { words, locale, now, timeZone, today };
	const against = compared
		? daysText(compared, LONG_AGO, locale)
		: comparisonText(comparison, range, inWords);
	return `${period} ${words.compare.vs} ${against}`;
};

/** The site, and what of it was chosen. */
const Chosen = (props: PrintHeadProps) => {
	const wording = useWording();
	const { words } = wording;
	const { address } = useAddress();
	const { site, timeZone } = useSiteView();
	const segment = useSegments().data?.find(({ segmentId }) => segmentId === address.segment);
	const filters = address.filters.map((filter) => filterText(filter, wording).whole);
	const facts: readonly (readonly [string, string])[] = [
		[words.range.label, usePeriod(props)],
		[words.range.zone, timeZone],
		...(props.hasFilters
			? ([
					[words.filter.segments, segment?.name ?? ""],
					[words.filter.label, filters.join("; ")],
				] as const)
			: []),
	];
	return (
		<div class={css["head"]}>
			<p class={css["site"]}>{joinIsolated([...new Set([site.name, site.domain])], " · ")}</p>
			<dl class={css["facts"]}>
				{facts
					.filter(([, value]) => value !== "")
					.map(([name, value]) => (
						<div key={name}>
							<dt>{name}</dt>
							<dd>{value}</dd>
						</div>
					))}
			</dl>
		</div>
	);
};

/**
 * What paper needs besides the page: the site and the choice that its controls show on the screen. It is loaded with the
 * sheet for paper once the page is idle.
 */
export const PrintHead = (props: PrintHeadProps) => {
	const open = useContext(OpenSiteContext);
	useEffect(() => {
		// Canvases are drawn for the screen: paper is light.
		const lighten = () => applyTheme("light");
		const restore = () => applyTheme();
		addEventListener("beforeprint", lighten);
		addEventListener("afterprint", restore);
		return () => {
			removeEventListener("beforeprint", lighten);
			removeEventListener("afterprint", restore);
		};
	}, []);
	return open ? <Chosen {...props} /> : null;
};
