import type { AnswerTo } from "../../api/site-reports.ts";
import type { Report } from "../../api/use-report.ts";
import { FigureStrip, type StripFigure } from "../../charts/figure-strip.tsx";
import { changeOf } from "../../format/change.ts";
import { countText, type FigureUnit, figureText, percentOf } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { fieldText } from "../../layout/text/filter-text.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { useAddress } from "../../router/use-address.ts";
import stack from "../../style/stack.module.css";
import { Banner } from "../../ui/banner.tsx";
import { CardState } from "../../ui/card-state.tsx";
import { CodeBlock } from "../../ui/copy.tsx";
import { Panel } from "../../ui/panel.tsx";
import { GuideLink } from "../shared/report/guide-link.tsx";
import { failedFigures, stripState } from "../shared/report/strip-state.ts";
import { AiOperators } from "./ai-operators.tsx";
import { BotList } from "./bot-list.tsx";
import { BotsChart } from "./bots-chart.tsx";
import {
	botsView,
	chosenLists,
	concernsBots,
	type Layer,
	openOfLists,
	WHAT,
	WHO,
} from "./bots-view.ts";
import { Layers } from "./layers.tsx";

type Overview = AnswerTo<"bots/overview">;
type Counts = Overview["data"];

/** All requests by people. */
const eventsOfPeople = ({ total_events, bot_requests }: Omit<Counts, "previous">) =>
	total_events - bot_requests;

const useFigures = (
	report: Report<Overview>,
	layer: Layer | undefined,
	ai: number | undefined,
): StripFigure[] => {
	const { words, locale } = useWording();
	const texts = useAreaWords("quality").bots;
	const data = report.data?.data;
	const figure = (
		id: string,
		label: string,
		unit: FigureUnit,
		of: (counts: Omit<Counts, "previous">) => number | null,
	): StripFigure => {
		const current = data ? of(data) : null;
		const previous = data?.previous ? of(data.previous) : null;
		return {
			id,
			label,
			value: figureText(current, unit, locale),
			change: changeOf({
				...{ current, previous, unit, locale, words: words.chart },
				better: "neither",
			}),
			...(previous !== null && { previous: figureText(previous, unit, locale) }),
		};
	};
	const shown = (counts: Omit<Counts, "previous">) => counts[layer ?? "bot_requests"];
	return [
		figure("bots", texts.requests, "count", shown),
		figure("share", texts.share, "percent", (counts) =>
			percentOf(shown(counts), counts.total_events),
		),
		figure("people", texts.people, "count", eventsOfPeople),
		{ id: "ai", label: texts.ai, value: figureText(ai ?? null, "count", locale) },
	];
};

/** Lists the filters in the URL that do not apply to bots. */
const UnusedFilters = () => {
	const { words, locale } = useWording();
	const texts = useAreaWords("quality").bots;
	const { address } = useAddress();
	const unused = address.filters.filter(({ field }) => !concernsBots(field));
	if (unused.length === 0 && address.segment === undefined) return null;
	const names = [...new Set(unused.map(({ field }) => fieldText(field, words)))];
	return (
		<Banner>
			<p>
				{names.length > 0 && texts.unusedFilters(new Intl.ListFormat(locale).format(names))}{" "}
				{address.segment !== undefined && texts.unusedSegment}
			</p>
		</Banner>
	);
};

/** Shows how many sessions are counted although they look automated, or are not counted because of it. */
const Suspected = ({ sessions }: { sessions: number }) => {
	const { locale } = useWording();
	const texts = useAreaWords("quality").bots;
	return sessions === 0 ? null : (
		<Banner>
			<p>{texts.suspected(countText(sessions, locale))}</p>
		</Banner>
	);
};

const NoBots = () => {
	const texts = useAreaWords("quality").bots;
	const { site } = useSiteView();
	return (
		<Panel label={texts.none}>
			<CardState icon="bot" title={texts.none}>
				{texts.noneText}
			</CardState>
			<CodeBlock code={`footfall import-logs --site ${site.siteId} /var/log/nginx/access.log`} />
		</Panel>
	);
};

/** Requests by programs: who they are, what they read, how they were detected. */
const Bots = () => {
	const { words } = useWording();
	const texts = useAreaWords("quality").bots;
	const { address, change } = useAddress();
	const { site } = useSiteView();
	const { layer } = botsView(address.line);
	const { who, what, all } = chosenLists(address.open);
	const report = useSiteReport("bots/overview");
	const ofLayer = useSiteReport("bots/overview", {
		...(layer !== undefined && { parameters: { layer } }),
	});
	const ai = useSiteReport("bots/by-dimension", {
		isCompared: false,
		parameters: {
			...{ dimension: "bot_category", purpose: "ai", limit: 10 },
			...(layer !== undefined && { layer }),
		},
	});
	const aiRequests = ai.data?.data.data.reduce((sum, { count }) => sum + count, 0);
	const figures = useFigures(report, layer, aiRequests);
	const hasNone = report.data?.data.bot_requests === 0;
	return (
		<>
			<PageHead
				title={words.page.bots}
				of={site.domain}
				hasFilters
				aside={<span class="mut wide">{texts.kept}</span>}
				actions={<GuideLink to="bots" />}
			/>
			<div class={stack["stack"]}>
				<UnusedFilters />
				<Suspected sessions={report.data?.data.suspected_sessions ?? 0} />
				{layer !== undefined && (
					<Banner>
						<p>
							{texts.onlyLayer(texts.layers[layer])}.{" "}
							<button type="button" class="link" onClick={() => change({ line: undefined })}>
								{texts.allLayers}
							</button>
						</p>
					</Banner>
				)}
				{hasNone && address.filters.length === 0 ? (
					<NoBots />
				) : (
					<>
						<Panel label={words.page.bots} isStale={report.state === "refetching"}>
							<FigureStrip
								label={words.page.bots}
								figures={failedFigures(figures, report, words)}
								state={stripState(report)}
								words={words.chart}
							/>
							<BotsChart />
						</Panel>
						<div class="two">
							<BotList
								label={texts.who}
								dimensions={WHO}
								chosen={who}
								layer={layer}
								isWhole={all === "who"}
								onWhole={(isWhole) =>
									change({ open: openOfLists(who, what, isWhole ? "who" : undefined) })
								}
								onChoose={(to) => change({ open: openOfLists(to, what) })}
							/>
							<BotList
								label={texts.what}
								dimensions={WHAT}
								chosen={what}
								layer={layer}
								isWhole={all === "what"}
								onWhole={(isWhole) =>
									change({ open: openOfLists(who, what, isWhole ? "what" : undefined) })
								}
								onChoose={(to) => change({ open: openOfLists(who, to) })}
							/>
						</div>
						<Layers report={ofLayer} />
					</>
				)}
				<AiOperators />
			</div>
		</>
	);
};

export default Bots;
