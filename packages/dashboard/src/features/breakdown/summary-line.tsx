import { useMemo } from "preact/hooks";
import { chartDataOf } from "../../format/series.ts";
import { wallTimeOf } from "../../format/wall-time.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { bucketsFor } from "../../router/range.ts";
import { useAddress } from "../../router/use-address.ts";
import { NotedChart } from "../shared/notes/noted-chart.tsx";
import { FIGURES, type FigureName, linesOf } from "../shared/report/period-figures.ts";

const isoDay = (wall: number) => new Date(wall).toISOString().slice(0, 10);

/** The chosen figure over the period. */
export const SummaryLine = ({ figure }: { figure: FigureName }) => {
	const { words, locale } = useWording();
	const lists = useAreaWords("lists");
	const { address, change } = useAddress();
	const { now, timeZone } = useSiteView();
	const [usual = "day"] = bucketsFor(address.range, now, timeZone);
	const bucket = address.bucket ?? usual;
	const report = useSiteReport("overview/time-series", { parameters: { bucket } });
	const wallNow = wallTimeOf(now, timeZone);
	const name = lists.summaryFigures[figure];
	const points = report.data?.data;
	const data = useMemo(() => {
		const { points: line, previous } = linesOf(figure, points ?? []);
		return chartDataOf({
			unit: FIGURES[figure].unit,
			bucket,
			now: wallNow,
			lines: [{ name, points: line }],
			previous,
		});
	}, [points, figure, bucket, wallNow, name]);
	return (
		<NotedChart
			name={name}
			data={data}
			time={{ locale, now: wallNow }}
			words={words.chart}
			better={FIGURES[figure].better}
			state={cardStateOf(report, ({ data: found }) => found.length === 0)}
			onPick={(index) => {
				const start = data.buckets[index];
				if (bucket !== "day" || start === undefined) return;
				change({ range: { kind: "dates", first: isoDay(start), last: isoDay(start) } });
			}}
		/>
	);
};
