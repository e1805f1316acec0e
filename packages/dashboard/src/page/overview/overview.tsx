import { useRef } from "preact/hooks";
import { useAddress } from "../../address/use-address.ts";
import { comparisonParameters, reportParameters } from "../../address/viewer.ts";
import { askAhead as askFirst } from "../../api/use-report.ts";
import { weekStartOf } from "../../shape/week-start.ts";
import type { PageView } from "../../shell/lazy/lazy-page.tsx";
import { lazyPart } from "../../shell/lazy/lazy-part.tsx";
import { LiveNow } from "../../shell/live-now.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { useSiteView } from "../../shell/site-view.ts";
import { siteQuestion } from "../../shell/use-site-report.ts";
import { useWords } from "../../words/language.ts";
import { ChartCard } from "./chart-card.tsx";
import { HeadActions } from "./head-actions.tsx";
import { ListCard } from "./list-card.tsx";
import css from "./overview.module.css";
import { firstQuestions } from "./questions.ts";
import { useNear } from "./use-near.ts";

const LowerCards = lazyPart(async () => (await import("./lower-cards.tsx")).LowerCards);

/** See `PageLoader`. */
export const askAhead = ({ address, timeZone, now, locale, site, viewer }: PageView): void => {
	const asked = {
		site,
		viewer,
		parameters: reportParameters(address, now, timeZone),
		comparison: comparisonParameters(address),
	};
	const weekStart = weekStartOf(locale);
	for (const question of firstQuestions(address, { now, timeZone, weekStart }))
		askFirst(siteQuestion(asked, question.report, question));
};

/** The page that people open every morning: how many came, from where, and what they did. */
const Overview = () => {
	const words = useWords();
	const view = useSiteView();
	const { destination, linkTo } = useAddress();
	const lower = useRef<HTMLDivElement>(null);
	const isNear = useNear(lower);
	return (
		<>
			<PageHead
				title={words.page.overview}
				of={view.site.domain}
				aside={
					destination.to === "site" && (
						<a class={css["now"]} href={linkTo({ ...destination, page: "live", rest: [] })}>
							<LiveNow open={view} isLong />
						</a>
					)
				}
				hasFilters
				actions={!view.isEmbedded && <HeadActions />}
			/>
			<ChartCard />
			<div class="two keep">
				<ListCard card="sources" />
				<ListCard card="pages" />
				<ListCard card="places" />
				<ListCard card="devices" />
			</div>
			<div ref={lower} class={css["lower"]}>
				{isNear && <LowerCards />}
			</div>
		</>
	);
};

export default Overview;
