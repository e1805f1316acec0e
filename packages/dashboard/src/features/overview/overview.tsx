import { useEffect, useRef, useState } from "preact/hooks";
import type { AnswerTo } from "../../api/site-reports.ts";
import { prefetch as prefetchReport, type Report } from "../../api/use-report.ts";
import { useWords } from "../../i18n/language.ts";
import { LiveNow } from "../../layout/frame/live-now.tsx";
import { PageHead } from "../../layout/head/page-head.tsx";
import type { PageView } from "../../layout/lazy/lazy-page.tsx";
import { lazyPart } from "../../layout/lazy/lazy-part.tsx";
import { sharedParametersOf } from "../../layout/shared-parameters.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { siteQuery } from "../../layout/use-site-report.ts";
import { isUnfinished } from "../../router/comparison.ts";
import { useAddress } from "../../router/use-address.ts";
import { SkeletonBlock } from "../../ui/card-state.tsx";
import { ChartCard } from "./chart-card.tsx";
import { HeadActions } from "./head-actions.tsx";
import { ListCard } from "./list-card.tsx";
import css from "./overview.module.css";
import { FIRST_CARDS, figuresQuery, firstQueries, hasDataQuery } from "./queries.ts";
import { useCardReport } from "./use-card-report.ts";
import { useNear } from "./use-near.ts";

const NewSite = lazyPart(async () => (await import("./new-site.tsx")).NewSite);
const LowerCards = lazyPart(async () => (await import("./lower-cards.tsx")).LowerCards);

/** Queries and renders its card only when it is near the viewport: many visits never scroll that far. */
const Lower = () => {
	const holder = useRef<HTMLDivElement>(null);
	const isNear = useNear(holder);
	return (
		<div ref={holder} class={css["lower"]}>
			{isNear && <LowerCards />}
		</div>
	);
};

/** See `PageLoader`. */
export const prefetch = ({ address, timeZone, now, locale, site, viewer }: PageView): void => {
	const shared = { site, viewer, ...sharedParametersOf({ address, now, timeZone, locale }) };
	for (const query of firstQueries(address, { now, timeZone }))
		prefetchReport(siteQuery(shared, query.report, query));
};

/** As high as a list of rows. */
const LIST_REM = 20.9;

/** The lists below the chart. They are rendered after the figures: all at once takes a slow device twice as long. */
const Lists = ({ figures }: { figures: Report<AnswerTo<"overview">> }) => {
	const [isNext, setIsNext] = useState(false);
	const isWaiting = figures.state === "loading";
	useEffect(() => {
		if (isWaiting || isNext) return undefined;
		let timer: ReturnType<typeof setTimeout> | undefined;
		// An effect may run before the figures are painted.
		const frame = requestAnimationFrame(() => {
			timer = setTimeout(() => setIsNext(true));
		});
		return () => {
			cancelAnimationFrame(frame);
			clearTimeout(timer);
		};
	}, [isWaiting, isNext]);
	const hasSessions = (figures.data?.data.sessions ?? 0) > 0;
	return (
		<div class="two keep">
			{FIRST_CARDS.map((card) =>
				isNext ? (
					<ListCard key={card} card={card} hasSessions={hasSessions} />
				) : (
					<SkeletonBlock key={card} height={LIST_REM} />
				),
			)}
		</div>
	);
};

/** How often the figures of an unfinished range are refetched. */
const REFRESH_MS = 60_000;

/** The page that people open every morning: how many visitors came, from where, and what they did. */
const Overview = () => {
	const words = useWords();
	const view = useSiteView();
	const { address, destination, linkTo } = useAddress();
	const everyMs = isUnfinished(address.range, view.now, view.timeZone) ? REFRESH_MS : undefined;
	const figures = useCardReport(figuresQuery, { everyMs });
	const isBare = figures.state === "ready" && figures.data?.data.sessions === 0;
	const hasData = useCardReport(hasDataQuery, { isOff: !isBare });
	const isNew = isBare && hasData.data?.hasData === false;
	return (
		<>
			<PageHead
				title={words.page.overview}
				of={view.site.domain}
				aside={
					destination.to === "site" && (
						<LiveNow
							open={view}
							isLong
							class={css["now"]}
							href={linkTo({ ...destination, page: "live", rest: [] })}
						/>
					)
				}
				hasFilters
				actions={!view.isEmbedded && <HeadActions />}
			/>
			{isNew ? (
				<NewSite />
			) : (
				<>
					<ChartCard figures={figures} everyMs={everyMs} />
					<Lists figures={figures} />
					<Lower />
				</>
			)}
		</>
	);
};

export default Overview;
