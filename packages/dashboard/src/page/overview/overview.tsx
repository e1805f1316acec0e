import { useAddress } from "../../address/use-address.ts";
import { LiveNow } from "../../shell/live-now.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { useSiteView } from "../../shell/site-view.ts";
import { useWords } from "../../words/language.ts";
import { ChartCard } from "./chart-card.tsx";
import { GoalsCard } from "./goals-card.tsx";
import { HeadActions } from "./head-actions.tsx";
import { HoursCard } from "./hours-card.tsx";
import { ListCard } from "./list-card.tsx";
import css from "./overview.module.css";

/** The page that people open every morning: how many came, from where, and what they did. */
const Overview = () => {
	const words = useWords();
	const view = useSiteView();
	const { destination, linkTo } = useAddress();
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
				<GoalsCard />
				<HoursCard />
			</div>
		</>
	);
};

export default Overview;
