import { useMemo } from "preact/hooks";
import { Figure, type FiguresProps, type StripFigure } from "../../charts/figure-strip.tsx";
import { changeOf } from "../../format/change.ts";
import { moneyText } from "../../format/money.ts";
import { countText, figureText } from "../../format/number.ts";
import { chartDataOf } from "../../format/series.ts";
import { useWording } from "../../i18n/language.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { REVENUE } from "../shared/report/period-figures.ts";
import { useRevenueWords } from "../shared/revenue/revenue-words.ts";
import { type Amounts, figureAt, useAmounts } from "../shared/revenue/use-amounts.ts";
import type { useWhy } from "../shared/why/use-why.tsx";
import { ChartFrame, useChartBuckets } from "./chart-frame.tsx";
import css from "./revenue.module.css";

interface RevenueProps {
	/** The site's, in which all amounts are shown. */
	currency: string;
	everyMs: number | undefined;
}

/** The sum of all orders in the range, beside the other figures; its title has the orders and their mean. */
export const RevenueFigure = ({
	currency,
	everyMs,
	ask,
	...shared
}: RevenueProps & FiguresProps & Pick<ReturnType<typeof useWhy>, "ask">) => {
	const { words: frame, locale } = useWording();
	const words = useRevenueWords();
	const report = useAmounts(
		{ metrics: ["revenue", "orders", "average_order"] },
		{ isCompared: true, everyMs },
	);
	const [row] = report.data?.rows ?? [];
	const unit = `money ${currency}` as const;
	const [current, previous] = [figureAt(row, 0), figureAt(row, 0, "previous")];
	const leftOut = report.data?.meta.left_out ?? [];
	const figure: StripFigure = {
		id: REVENUE,
		label: words.revenue,
		value: figureText(current, unit, locale),
		title: [
			moneyText(current ?? 0, currency, locale),
			words.ordersOf(
				countText(figureAt(row, 1) ?? 0, locale),
				moneyText(figureAt(row, 2) ?? 0, currency, locale),
			),
			...leftOut,
		].join("\n"),
		change: changeOf({ current, previous, unit, better: "higher", locale, words: frame.chart }),
		...(previous !== null && { previous: figureText(previous, unit, locale) }),
		onWhy: ask && (() => ask({ metric: REVENUE, name: words.revenue })),
		...(leftOut.length > 0 && { badge: { text: words.incomplete, tone: "warn" } }),
		...(report.state === "failed" &&
			!row && {
				failure: { text: frame.card.notLoaded, retry: frame.card.retry, onRetry: report.retry },
			}),
	};
	return (
		<Figure
			{...shared}
			figure={figure}
			class={css["revenue"]}
			state={report.state === "loading" ? "loading" : "ready"}
		/>
	);
};

const NO_ROWS: Amounts["rows"] = [];

/** Revenue over time. */
export const RevenueChart = ({ currency, everyMs }: RevenueProps) => {
	const words = useRevenueWords();
	const { bucket, wallNow } = useChartBuckets();
	const report = useAmounts(
		{ metrics: ["revenue"], dimensions: [`time:${bucket}`] },
		{ isCompared: true, everyMs },
	);
	const rows = report.data?.rows ?? NO_ROWS;
	const data = useMemo(
		() =>
			chartDataOf({
				unit: `money ${currency}`,
				bucket,
				now: wallNow,
				lines: [
					{
						name: words.revenue,
						points: rows.map((row) => ({
							time: row.dimensions[0] ?? "",
							value: figureAt(row, 0),
						})),
					},
				],
				previous: rows.some(({ previous }) => previous)
					? rows.map((row) => ({
							time: row.previous_time ?? "",
							value: figureAt(row, 0, "previous"),
						}))
					: undefined,
			}),
		[rows, bucket, wallNow, words, currency],
	);
	const leftOut = report.data?.meta.left_out ?? [];
	return (
		<>
			<ChartFrame
				name={words.revenue}
				metric={REVENUE}
				data={data}
				better="higher"
				state={cardStateOf(report, ({ rows: all }) => all.length === 0)}
			/>
			{leftOut.length > 0 && <p class={css["leftOut"]}>{leftOut.join(" ")}</p>}
		</>
	);
};
