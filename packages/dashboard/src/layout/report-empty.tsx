import { useWording } from "../i18n/language.ts";
import { dayOf } from "../router/days.ts";
import { useAddress } from "../router/use-address.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { CardState } from "../ui/card-state.tsx";
import { useSiteView } from "./site-view.ts";
import { filterText } from "./text/filter-text.ts";
import { periodText } from "./text/range-text.ts";

export interface ReportEmptyProps {
	/** The feature that the site does not record: "Web vitals". */
	switchedOff?: string | undefined;
	/** Nothing has ever been counted on this site. */
	isNew?: boolean;
}

/** Why an empty card has nothing to show: switched off, nothing yet, filtered out, or nothing in the period. */
export const ReportEmpty = ({ switchedOff, isNew = false }: ReportEmptyProps) => {
	const wording = useWording();
	const { words, locale } = wording;
	const { address, change, destination, linkTo } = useAddress();
	const { site, now, timeZone, isVisitor } = useSiteView();
	if (switchedOff !== undefined)
		return (
			<CardState
				icon="info"
				title={words.card.off(switchedOff)}
				action={
					!isVisitor &&
					site.mayConfigure &&
					destination.to === "site" && (
						<LinkButton href={linkTo({ ...destination, page: "settings", rest: ["tracking"] })}>
							{words.card.switchOn}
						</LinkButton>
					)
				}
			/>
		);
	if (isNew)
		return (
			<CardState icon="bars" title={words.card.noVisit}>
				{words.card.noVisitText}
			</CardState>
		);
	const today = dayOf(now, timeZone);
	const period = periodText(address.range, { words, locale, now, timeZone, today });
	const filters = address.filters.map((filter) => filterText(filter, wording).whole);
	if (address.segment !== undefined) filters.unshift(words.filter.segment);
	if (filters.length === 0) return <CardState icon="bars" title={words.card.noneIn(period)} />;
	return (
		<CardState
			icon="filter"
			title={words.card.noMatch}
			action={
				<Button onClick={() => change({ filters: [], segment: undefined })}>
					{words.card.unfilter}
				</Button>
			}
		>
			{words.card.noMatchIn(period, new Intl.ListFormat(locale).format(filters))}
		</CardState>
	);
};
