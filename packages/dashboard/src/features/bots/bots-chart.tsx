import { useMemo } from "preact/hooks";
import type { AnswerTo } from "../../api/site-reports.ts";
import type { Report } from "../../api/use-report.ts";
import { topLines } from "../../format/series.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { useAddress } from "../../router/use-address.ts";
import { Pick } from "../../ui/form/choice.tsx";
import { NotedChart } from "../shared/notes/noted-chart.tsx";
import { ToBoard } from "../shared/question/lazy-to-board.ts";
import { BucketPick } from "../shared/report/bucket-pick.tsx";
import { useChartData, useChartTime } from "../shared/report/use-chart-time.ts";
import { usePickedDays } from "../shared/report/use-picked-days.ts";
import { botsView, LAYERS, linesBySize, PURPOSES } from "./bots-view.ts";

type Series = AnswerTo<"bots/time-series">;

const useSeries = (bucket: string, isOff: boolean, only: { layer?: string; purpose?: string }) =>
	useSiteReport("bots/time-series", {
		isCompared: false,
		isOff,
		parameters: { bucket, ...only },
	});

/** Reports for a fixed list, combined into one that is ready when all are. */
const useAll = (reports: readonly Report<Series>[]): Report<readonly Series[]> => {
	const answers = reports.map(({ data }) => data);
	const data = useMemo(
		() =>
			answers.every((answer) => answer !== undefined) ? (answers as readonly Series[]) : undefined,
		answers,
	);
	const worst =
		reports.find(({ state }) => state === "failed") ??
		reports.find(({ state }) => state !== "ready");
	return {
		state: data === undefined && worst?.state !== "failed" ? "loading" : (worst?.state ?? "ready"),
		data,
		failure: worst?.failure,
		updatedAt: Math.min(...reports.map(({ updatedAt }) => updatedAt)),
		retry: () => {
			for (const { failure, retry } of reports) if (failure) retry();
		},
	};
};

/** Requests by bots over time: in total, by detector, or by purpose. */
export const BotsChart = () => {
	const { words } = useWording();
	const { bots: texts, chart } = useAreaWords("quality");
	const { address, change } = useAddress();
	const { lines, layer } = botsView(address.line);
	const chartTime = useChartTime();
	const { bucket } = chartTime;
	const all = useSeries(bucket, lines !== "all", layer === undefined ? {} : { layer });
	const byLayer = useAll(
		LAYERS.map((one) => useSeries(bucket, lines !== "layers", { layer: one })),
	);
	const byPurpose = useAll(
		PURPOSES.map((one) => useSeries(bucket, lines !== "purposes", { purpose: one })),
	);
	const allAsList = useAll([all]);
	const report = { all: allAsList, layers: byLayer, purposes: byPurpose }[lines];
	const names = {
		all: [layer === undefined ? texts.requests : texts.layers[layer]],
		layers: LAYERS.map((one) => texts.layers[one]),
		purposes: PURPOSES.map((one) => texts.purposes[one]),
	}[lines];
	const data = useChartData(
		report.data,
		chartTime,
		(answers) => ({
			unit: "count",
			lines: topLines(
				linesBySize(
					answers.map((answer, index) => ({
						name: names[index] ?? "",
						points: answer.data.map(({ time, bot_requests }) => ({ time, value: bot_requests })),
					})),
				),
				texts.allOthers,
			),
		}),
		names.join(),
	);
	return (
		<NotedChart
			name={lines === "all" ? (names[0] ?? "") : texts.requests}
			data={data}
			time={chartTime.time}
			words={words.chart}
			state={cardStateOf(report)}
			tools={
				<>
					<Pick
						label={texts.lines}
						choices={[
							{ id: "all", label: texts.all },
							{ id: "layers", label: texts.byLayer },
							{ id: "purposes", label: texts.byPurpose },
						]}
						chosen={lines}
						onChoose={(id) => change({ line: id === "layers" ? undefined : id })}
					/>
					{lines === "all" && layer === undefined && (
						<ToBoard
							title={texts.requests}
							question={{ metrics: ["bots"], dimensions: [`time:${bucket}`] }}
						/>
					)}
					<BucketPick words={chart.bucket} />
				</>
			}
			onPick={usePickedDays(data)}
		/>
	);
};
