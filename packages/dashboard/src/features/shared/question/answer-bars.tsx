import { ChangeMark } from "../../../charts/shared/change-mark.tsx";
import { percentOf, percentText } from "../../../format/number.ts";
import { joined } from "../../../ui/class-names.ts";
import css from "./answer-bars.module.css";
import { barRows } from "./answer-rows.ts";
import { readFigure } from "./figure.tsx";
import { isShared, numberOf } from "./figures.ts";
import { dimensionText, metricText, type Naming } from "./metric-text.ts";
import type { Answered } from "./use-question.ts";
import { useValueText } from "./use-value-text.ts";

const MOST_BARS = 20;
/** The smallest bar that is still visible, in per cent. */
const LEAST_BAR = 0.4;

interface BarsProps {
	answered: Answered;
	naming: Naming;
	isStale: boolean;
	/** What the bars show, for screen readers. */
	label: string;
}

/** The first metric as bars, in a panel that has a heading already. */
export const AnswerBars = ({ answered, naming, isStale, label }: BarsProps) => {
	const { question, answer } = answered;
	const { words, own, locale } = naming;
	const textOf = useValueText(naming);
	const [metric = ""] = question.metrics;
	const whole = isShared(answered) ? numberOf(answered, 0, answer.totals?.metrics[0]) : null;
	const rows = barRows(answered, MOST_BARS).map((row) => ({
		key: JSON.stringify(row.dimensions),
		name: row.dimensions
			.map((value, place) => textOf(question.dimensions[place] ?? "", value))
			.join(" · "),
		...readFigure({ answered, naming, place: 0, row }),
	}));
	const longest = Math.max(0, ...rows.map(({ number }) => number ?? 0));
	const isCompared = rows.some(({ change }) => change);
	const shareOf = (number: number | null) => {
		const share = number === null || whole === null ? null : percentOf(number, whole);
		return share === null ? "" : percentText(share, locale);
	};
	return (
		<div class={css["frame"]}>
			<table class={joined(css["bars"], isStale && css["stale"])} aria-label={label}>
				<thead>
					<tr>
						<th scope="col">
							{question.dimensions.map((one) => dimensionText(one, naming)).join(" · ")}
						</th>
						<th scope="col" class={css["number"]} title={answer.meta.definitions[metric]}>
							{metricText(metric, naming)}
						</th>
						{whole !== null && (
							<th scope="col" class={joined(css["number"], css["share"])}>
								{own.question.share}
							</th>
						)}
						{isCompared && (
							<th scope="col" class={css["number"]}>
								{words.chart.change}
							</th>
						)}
					</tr>
				</thead>
				<tbody>
					{rows.map(({ key, name, number, text, title, change }) => (
						<tr key={key}>
							<th scope="row">
								<span
									class={css["bar"]}
									style={{
										"--width": `${longest > 0 && number ? Math.max(LEAST_BAR, (number / longest) * 100) : 0}%`,
									}}
								>
									<span class={css["name"]} title={name}>
										{name}
									</span>
								</span>
							</th>
							<td class={css["number"]} title={title}>
								{text}
							</td>
							{whole !== null && (
								<td class={joined(css["number"], css["share"])}>{shareOf(number)}</td>
							)}
							{isCompared && (
								<td class={css["number"]} title={change?.title}>
									{change && <ChangeMark change={change} words={words.chart} />}
								</td>
							)}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
};
