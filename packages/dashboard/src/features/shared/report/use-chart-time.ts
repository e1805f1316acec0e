import { useMemo } from "preact/hooks";
import { type ChartData, chartDataOf, type SeriesAnswer } from "../../../format/series.ts";
import type { TimeContext } from "../../../format/time.ts";
import { wallTimeOf } from "../../../format/wall-time.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { bucketsFor, type SeriesBucket } from "../../../router/range.ts";
import { useAddress } from "../../../router/use-address.ts";

/** How a page's charts divide and format time. */
export interface ChartTime {
	time: TimeContext;
	bucket: SeriesBucket;
	/** The default bucket, which the URL leaves out. */
	usual: SeriesBucket;
	/** The buckets that suit the range, from short to long. */
	buckets: readonly SeriesBucket[];
}

const ORDER: readonly SeriesBucket[] = ["minute", "ten_minutes", "hour", "day", "week", "month"];

export const useChartTime = (): ChartTime => {
	const { locale } = useWording();
	const { address } = useAddress();
	const { now, timeZone } = useSiteView();
	return useMemo(() => {
		const fitting = bucketsFor(address.range, now, timeZone);
		// A bucket that was chosen for another range could give thousands of points.
		const [usual = "day"] = fitting;
		const bucket = fitting.find((one) => one === address.bucket) ?? usual;
		return {
			time: { locale, now: wallTimeOf(now, timeZone) },
			bucket,
			usual,
			buckets: ORDER.filter((one) => fitting.includes(one)),
		};
	}, [address.range, address.bucket, locale, now, timeZone]);
};

/** Converts a response for a chart; the result keeps its identity while the response is the same. */
export const useChartData = <Answer>(
	answer: Answer | undefined,
	chartTime: ChartTime,
	seriesOf: (answer: Answer) => Pick<SeriesAnswer, "unit" | "lines" | "previous">,
	/** Other values that the result depends on. */
	chosen = "",
): ChartData => {
	const { time, bucket } = chartTime;
	return useMemo(
		() =>
			chartDataOf({
				bucket,
				now: time.now,
				...(answer === undefined
					? { unit: "count" as const, lines: [{ name: "", points: [] }] }
					: seriesOf(answer)),
			}),
		[answer, bucket, time.now, chosen],
	);
};
