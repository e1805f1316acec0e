import { useState } from "preact/hooks";
import type { LineChartProps } from "../../charts/line/line-chart.tsx";
import { wallTimeOf } from "../../format/wall-time.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { lazyPart } from "../../layout/lazy/lazy-part.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import type { SeriesBucket } from "../../router/range.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button } from "../../ui/button.tsx";
import { Pick } from "../../ui/form/choice.tsx";
import { Icon } from "../../ui/icon.tsx";
import { NotedChart } from "../shared/notes/noted-chart.tsx";
import { ToBoard } from "../shared/question/lazy-to-board.ts";
import { metricOfFigure } from "../shared/report/period-figures.ts";
import { WhyLink } from "../shared/why/lazy-why-link.ts";
import { bucketChoice, rangeOfBucket } from "./chart-range.ts";
import css from "./overview.module.css";

const NoteDialog = lazyPart(async () => (await import("./note-dialog.tsx")).NoteDialog);

/** The bucket of the chart, and the present on its clock. */
export const useChartBuckets = () => {
	const { address } = useAddress();
	const { now, timeZone } = useSiteView();
	const { buckets, bucket } = bucketChoice(address.range, address.bucket, now, timeZone);
	return { buckets, bucket, wallNow: wallTimeOf(now, timeZone) };
};

interface ChartFrameProps extends Pick<LineChartProps, "name" | "data" | "better"> {
	state: NonNullable<LineChartProps["state"]>;
	/** As in questions. */
	metric: string;
}

/** A figure over time, with notes and the tools of the chart. */
export const ChartFrame = ({ data, metric, ...chart }: ChartFrameProps) => {
	const { words: frame, locale } = useWording();
	const words = useAreaWords("reports");
	const { address, change } = useAddress();
	const { mayWrite, isEmbedded, now, timeZone } = useSiteView();
	const [isNoting, setIsNoting] = useState(false);
	const { buckets, bucket, wallNow } = useChartBuckets();
	const narrow = (index: number) => {
		const range = rangeOfBucket(data.buckets[index] ?? 0, bucket, {
			range: address.range,
			now,
			timeZone,
		});
		if (range) change({ range });
	};
	return (
		<>
			<NotedChart
				{...chart}
				data={data}
				time={{ locale, now: wallNow }}
				words={frame.chart}
				tools={
					<>
						{mayWrite && !isEmbedded && (
							<Button
								kind="quiet"
								isIcon
								class={css["addNote"]}
								aria-label={words.addNote}
								title={words.addNote}
								onClick={() => setIsNoting(true)}
							>
								<Icon name="plus" />
							</Button>
						)}
						<WhyLink of={{ metric: metricOfFigure(metric), name: chart.name }} />
						<ToBoard
							title={chart.name}
							question={{ metrics: [metric], dimensions: [`time:${bucket}`] }}
						/>
						<Pick<SeriesBucket>
							label={words.bucket}
							choices={buckets.map((id) => ({ id, label: words.buckets[id] }))}
							chosen={bucket}
							onChoose={(chosen) => change({ bucket: chosen })}
						/>
					</>
				}
				onPick={narrow}
			/>
			{isNoting && <NoteDialog onClose={() => setIsNoting(false)} />}
		</>
	);
};
