import { useMemo } from "preact/hooks";
import { FigureStrip } from "../../charts/figure-strip.tsx";
import { changeOf } from "../../format/change.ts";
import { countText, countTitle, UNMEASURED } from "../../format/number.ts";
import { chartDataOf } from "../../format/series.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { useAddress } from "../../router/use-address.ts";
import { Panel } from "../../ui/panel.tsx";
import { NotedChart } from "../shared/notes/noted-chart.tsx";
import { BucketPick } from "../shared/report/bucket-pick.tsx";
import { stripState } from "../shared/report/strip-state.ts";
import { useChartTime } from "../shared/report/use-chart-time.ts";
import { useTexts } from "../shared/report/use-texts.ts";
import { WhyLink } from "../shared/why/lazy-why-link.ts";
import { useWhy } from "../shared/why/use-why.tsx";
import {
	type CountedBucket,
	EVENT_KINDS,
	type EventKind,
	isEventKind,
	kindPoints,
	kindTotals,
} from "./event-kinds.ts";

const NO_ROWS: readonly CountedBucket[] = [];

/** The number of events of each kind, with the chosen kind over time. */
export const KindsPanel = () => {
	const { own, words, locale, time } = useTexts();
	const { address, change } = useAddress();
	const { bucket } = useChartTime();
	const report = useSiteReport("events/count", { parameters: { bucket } });
	const chosen: EventKind = isEventKind(address.line) ? address.line : "custom_event";
	const rows = report.data?.data ?? NO_ROWS;
	const isCompared = report.data?.comparison !== undefined;
	const data = useMemo(() => {
		const { points, previous } = kindPoints(rows, chosen, isCompared);
		return chartDataOf({
			...{ unit: "count", bucket, previous },
			now: time.now,
			lines: [{ name: own.log.kinds[chosen], points }],
		});
	}, [rows, chosen, bucket, time.now, own, isCompared]);
	// The chart shows the failure; the figures must not look as if they were loading.
	const { ask, dialog } = useWhy();
	const why = { metric: "events", name: own.log.kinds.custom_event };
	const hasFailed = report.state === "failed" && report.data === undefined;
	const figures = EVENT_KINDS.map((kind) => {
		const { current, previous } = kindTotals(rows, kind, isCompared);
		return {
			id: kind,
			label: own.log.kinds[kind],
			value: hasFailed ? UNMEASURED : countText(current, locale),
			title: countTitle(current, locale),
			...(previous !== undefined && {
				change: changeOf({
					...{ current, previous, locale },
					unit: "count",
					better: "neither",
					words: words.chart,
				}),
				previous: countText(previous, locale),
			}),
			...(kind === "custom_event" && ask && { onWhy: () => ask(why) }),
		};
	});
	return (
		<Panel label={own.events.figures}>
			<FigureStrip
				label={own.events.figures}
				figures={figures}
				chosen={chosen}
				onChoose={(line) => change({ line: line === "custom_event" ? undefined : line })}
				state={stripState(report)}
				words={words.chart}
			/>
			<NotedChart
				name={own.log.kinds[chosen]}
				data={data}
				time={time}
				words={words.chart}
				state={cardStateOf(report, ({ data: all }) =>
					all.every(({ event_count }) => event_count === 0),
				)}
				tools={
					<>
						{chosen === "custom_event" && <WhyLink of={why} />}
						<BucketPick words={own.bucket} />
					</>
				}
			/>
			{dialog}
		</Panel>
	);
};
