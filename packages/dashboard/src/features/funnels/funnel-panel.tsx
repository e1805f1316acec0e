import type { ComponentChildren } from "preact";
import { FunnelChart, type FunnelChartProps } from "../../charts/flow/funnel-chart.tsx";
import { moneyText } from "../../format/money.ts";
import { countText, percentOf, percentText } from "../../format/number.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { useAddress } from "../../router/use-address.ts";
import { Panel } from "../../ui/panel.tsx";
import { mayOpenSessions } from "../shared/access/may-open-sessions.ts";
import { type Condition, stepOfCondition } from "../shared/condition/condition.ts";
import { nameOfStep } from "../shared/condition/condition-text.ts";
import { CsvLink } from "../shared/export/csv-link.tsx";
import { ChangeCell } from "../shared/report/change-cell.tsx";
import css from "../shared/report/report.module.css";
import { useTexts } from "../shared/report/use-texts.ts";
import { textOfStepChoice } from "./step-choice.ts";
import type { useFunnelAnalysis } from "./use-funnels.ts";

type FunnelReport = ReturnType<typeof useFunnelAnalysis>;

/** The counts of the steps; undefined while those of other steps are shown. */
const rowsOf = (steps: readonly Condition[], report: FunnelReport) =>
	report.data?.data.length === steps.length ? report.data.data : undefined;

interface FunnelPanelProps {
	steps: readonly Condition[];
	report: FunnelReport;
	/** Beside the result. */
	aside?: ComponentChildren;
}

/** The steps of a funnel as bars; those of the page of a funnel can be picked. */
export const FunnelSteps = ({
	steps,
	report,
	onPick,
}: Pick<FunnelPanelProps, "steps" | "report"> & Pick<FunnelChartProps, "onPick">) => {
	const { own, words, locale, view } = useTexts();
	const rows = rowsOf(steps, report);
	const { currency } = view.site;
	/** An amount in a sentence; nothing without money. */
	const said = (amount: string | null | undefined, sentence: (amount: string) => string) =>
		currency && Number(amount ?? 0) !== 0
			? sentence(moneyText(Number(amount), currency, locale, true))
			: undefined;
	return (
		<FunnelChart
			steps={steps.map((step, index) => ({
				name: nameOfStep(step, own),
				sessions: rows?.[index]?.visitors ?? 0,
				note: said(rows?.[index]?.revenue, own.funnels.revenue),
				lost: said(rows?.[index]?.revenue_lost, own.funnels.lost),
			}))}
			counted={own.funnels.counted}
			{...(onPick && { onPick })}
			state={cardStateOf(report)}
			locale={locale}
			words={words.chart}
		/>
	);
};

/** The steps of a funnel, how many sessions reach each, and how many leave between them. */
export const FunnelPanel = ({ steps, report, aside }: FunnelPanelProps) => {
	const { own, locale, view } = useTexts();
	const { change } = useAddress();
	const rows = rowsOf(steps, report);
	const [first, last] = [rows?.[0], rows?.at(-1)];
	const share = first && last ? percentOf(last.visitors, first.visitors) : null;
	const title =
		!first || share === null
			? rows
				? own.funnels.noSessions
				: own.funnels.funnel
			: own.funnels.result(percentText(share, locale), countText(first.visitors, locale));
	return (
		<Panel
			label={own.funnels.funnel}
			title={
				<span class={css["result"]}>
					{title}{" "}
					{last && (
						<ChangeCell
							current={last.conversion_rate}
							previous={last.previous?.conversion_rate}
							unit="percent"
						/>
					)}
				</span>
			}
			aside={aside}
			isStale={report.state === "refetching"}
			foot={
				<>
					<span>
						{own.funnels.note}
						{rows?.some(({ revenue_lost: lost }) => Number(lost ?? 0) !== 0) &&
							` ${own.funnels.lostNote}`}
					</span>
					<CsvLink
						report="funnels/analyze"
						parameters={{ steps: JSON.stringify(steps.map(stepOfCondition)) }}
						isAtEnd
					/>
				</>
			}
		>
			<FunnelSteps
				steps={steps}
				report={report}
				{...(mayOpenSessions(view) && {
					onPick: (step, which) => change({ open: textOfStepChoice({ step, which, page: 1 }) }),
				})}
			/>
		</Panel>
	);
};
