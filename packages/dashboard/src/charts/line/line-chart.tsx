import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Better } from "../../format/change.ts";
import { bucketTitle } from "../../format/reading.ts";
import { highestBelowSpike, type ValueScale, valueScale } from "../../format/scale.ts";
import type { ChartData } from "../../format/series.ts";
import { dateRangeText, type TimeContext } from "../../format/time.ts";
import { DAY_MS, endOfBucket } from "../../format/wall-time.ts";
import { joinIsolated } from "../../i18n/isolated.ts";
import waiting from "../../style/waiting.module.css";
import { joined } from "../../ui/class-names.ts";
import { type ChartState, isMessage } from "../shared/chart-state.ts";
import type { ChartWords } from "../shared/chart-words.ts";
import { Hidden } from "../shared/hidden.tsx";
import { ToggleButton } from "../shared/toggle-button.tsx";
import { ChartTable } from "./chart-table.tsx";
import css from "./line-chart.module.css";
import { type KeySubject, LineKey } from "./line-key.tsx";
import type { Annotation } from "./place-annotations.ts";
import { Plot } from "./plot.tsx";

export interface LineChartProps {
	/** The figure on the chart. */
	name: string;
	/** Must keep its identity while the data is unchanged: a new object redraws the canvas. */
	data: ChartData;
	time: TimeContext;
	words: ChartWords;
	/** Which direction is good. By default changes are grey. */
	better?: Better;
	annotations?: readonly Annotation[];
	/** A line across the plot: values up to it are good. */
	limit?: { value: number; name: string } | undefined;
	state?: ChartState;
	/** Controls beside the table button, such as the bucket choice. */
	tools?: ComponentChildren;
	/** Called with the bucket that was clicked or chosen with Enter. */
	onPick?: (index: number) => void;
}

const NO_ANNOTATIONS: readonly Annotation[] = [];

const allValues = (data: ChartData): (number | null)[] => [
	...data.lines.flatMap(({ values, projected }) => [...values, projected ?? null]),
	...(data.previous?.line ?? []),
];

const highestOf = (data: ChartData, limit: number | undefined): number =>
	Math.max(0, limit ?? 0, ...allValues(data).map((value) => value ?? 0));

/** The dates of the first and the last bucket. */
const rangeOf = (
	buckets: readonly (number | undefined)[],
	data: ChartData,
	time: TimeContext,
	isAlone = false,
): string => {
	const known = buckets.filter((wall) => wall !== undefined);
	const [first, last] = [known[0], known.at(-1)];
	if (first === undefined || last === undefined) return "";
	const end = Math.max(last, endOfBucket(last, data.bucket) - DAY_MS);
	return dateRangeText(first, end, time, { isAlone });
};

interface Key {
	subject: KeySubject;
	/** Hidden in narrow layouts. */
	long?: string;
	text: string;
	isExtra?: boolean;
}

const keysOf = ({ name, data, time, words, limit }: LineChartProps): Key[] => {
	const isSingle = data.lines.length === 1;
	const keys: Key[] = isSingle
		? [{ subject: 0, long: `${name}, `, text: rangeOf(data.buckets, data, time, true) }]
		: data.lines.map((line, subject) => ({ subject, text: line.name }));
	if (data.previous)
		keys.push({ subject: "previous", text: rangeOf(data.previous.buckets, data, time) });
	const start = data.unfinished === undefined ? undefined : data.buckets[data.unfinished];
	if (start !== undefined && isSingle) {
		const bucket = bucketTitle(start, data.bucket, time, words);
		const isExpected = data.lines[0]?.projected !== undefined;
		keys.push({
			subject: "unfinished",
			text: isExpected ? words.expectedOf(bucket) : words.soFar(bucket),
			isExtra: true,
		});
	}
	if (limit) keys.push({ subject: "limit", text: limit.name });
	return keys;
};

/** A figure over time, with its key, its comparison and its table. */
export const LineChart = (props: LineChartProps) => {
	const { name, data, time, words, better = "neither", limit, state = "ready", tools } = props;
	const { annotations = NO_ANNOTATIONS, onPick } = props;
	const [isTable, setTable] = useState(false);
	const [isFull, setFull] = useState(false);
	const rest = useMemo(() => highestBelowSpike(allValues(data)), [data]);
	const scale = useMemo((): ValueScale => {
		const highest = highestOf(data, limit?.value);
		return valueScale(
			rest === undefined || isFull ? highest : Math.max(rest * 1.2, limit?.value ?? 0),
			data.unit,
		);
	}, [data, limit?.value, rest, isFull]);

	const range = rangeOf(data.buckets, data, time, true);
	const label = words.plotLabel(
		data.lines.length === 1
			? name
			: joinIsolated(
					data.lines.map((line) => line.name),
					", ",
				),
		range,
	);
	const isDrawn = state !== "loading" && !isMessage(state);
	return (
		<div
			class={joined(css["chart"], state === "stale" && joined(css["stale"], waiting["refetching"]))}
			aria-busy={state === "loading" || state === "stale"}
		>
			<div class={css["head"]}>
				<ul class={css["keys"]}>
					{!isDrawn && <li>{name}</li>}
					{(isDrawn ? keysOf(props) : []).map(({ subject, long, text, isExtra }) => (
						<li class={joined(css["key"], isExtra && css["extra"])} key={subject}>
							<LineKey subject={subject} />
							<span>
								{long && <span class={css["long"]}>{long}</span>}
								{text}
							</span>
						</li>
					))}
				</ul>
				<div class={css["tools"]}>
					{tools}
					{rest !== undefined && !isTable && (
						<ToggleButton label={words.fullHeight} isOn={isFull} onChange={setFull} />
					)}
					<ToggleButton
						label={words.table}
						isOn={isTable}
						isDisabled={!isDrawn}
						onChange={setTable}
					/>
				</div>
			</div>
			<div class={css["body"]}>
				{state === "loading" ? (
					<div class={joined(waiting["skeleton"], css["waiting"])}>
						<Hidden>{words.loading}</Hidden>
					</div>
				) : isMessage(state) ? (
					<div class={css["message"]}>{state.message}</div>
				) : isTable ? (
					<ChartTable
						label={`${words.table}: ${label}`}
						data={data}
						previousName={data.previous && rangeOf(data.previous.buckets, data, time)}
						annotations={annotations}
						time={time}
						words={words}
						better={better}
					/>
				) : (
					<Plot
						label={label}
						data={data}
						scale={scale}
						limit={limit?.value}
						annotations={annotations}
						time={time}
						words={words}
						better={better}
						onPick={onPick}
					/>
				)}
			</div>
		</div>
	);
};
