import { pointsBefore } from "../../format/series.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { NotedChart } from "../shared/notes/noted-chart.tsx";
import { ToBoard } from "../shared/question/lazy-to-board.ts";
import { BucketPick } from "../shared/report/bucket-pick.tsx";
import { useChartData, useChartTime } from "../shared/report/use-chart-time.ts";
import { usePickedDays } from "../shared/report/use-picked-days.ts";
import { WhyLink } from "../shared/why/lazy-why-link.ts";

/** Occurrences over time, of one error or of all. */
export const ErrorChart = ({ errorId }: { errorId?: string }) => {
	const { words } = useWording();
	const { errors: texts, chart } = useAreaWords("quality");
	const chartTime = useChartTime();
	const series = useSiteReport("errors/time-series", {
		parameters: { bucket: chartTime.bucket, errorId: errorId ?? "all" },
	});
	const data = useChartData(series.data, chartTime, ({ data: rows, comparison }) => ({
		unit: "count",
		lines: [
			{
				name: texts.occurrences,
				points: rows.map(({ time, error_count }) => ({ time, value: error_count })),
			},
		],
		...(comparison && {
			previous: pointsBefore(rows, ({ error_count }) => error_count),
		}),
	}));
	return (
		<NotedChart
			name={texts.occurrences}
			data={data}
			time={chartTime.time}
			words={words.chart}
			better="lower"
			state={cardStateOf(series)}
			tools={
				<>
					<WhyLink of={{ metric: "errors", name: texts.occurrences, errorId }} />
					{errorId === undefined && (
						<ToBoard
							title={texts.occurrences}
							question={{ metrics: ["errors"], dimensions: [`time:${chartTime.bucket}`] }}
						/>
					)}
					<BucketPick words={chart.bucket} />
				</>
			}
			onPick={usePickedDays(data)}
		/>
	);
};
