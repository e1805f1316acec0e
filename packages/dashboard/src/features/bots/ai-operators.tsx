import { useState } from "preact/hooks";
import type { AnswerTo } from "../../api/site-reports.ts";
import { Sparkline } from "../../charts/line/sparkline.tsx";
import { countText } from "../../format/number.ts";
import { numberFormat } from "../../format/number-format.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { ReportPending } from "../../layout/report-pending.tsx";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { CardState } from "../../ui/card-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";
import { CsvLink } from "../shared/export/csv-link.tsx";
import { type ChartTime, useChartTime } from "../shared/report/use-chart-time.ts";
import css from "./bots.module.css";
import { alignedReads, readsOfOperator } from "./bots-view.ts";

type Operator = AnswerTo<"bots/ai-summary">["data"][number];

/** An operator, or one of its programs below it. */
interface Row {
	id: string;
	operator: Operator;
	program?: Operator["bots"][number];
	reads: readonly (readonly [time: string, reads: number])[];
}

/** The operators; an expanded one lists its programs. */
const rowsOf = (operators: readonly Operator[], isOpen: (operator: string) => boolean): Row[] =>
	operators.flatMap((operator) => [
		{ id: operator.operator, operator, reads: readsOfOperator(operator) },
		...(isOpen(operator.operator)
			? operator.bots.map((program) => ({
					id: `${operator.operator} ${program.name} ${program.purpose}`,
					operator,
					program,
					reads: program.trend ?? [],
				}))
			: []),
	]);

interface Opening {
	isOpen(operator: string): boolean;
	toggle(operator: string): void;
}

const Named = ({ row, opening }: { row: Row; opening: Opening }) => {
	const texts = useAreaWords("quality").bots;
	const { operator, program } = row;
	if (program)
		return (
			<span class={css["program"]}>
				<bdi>{program.name}</bdi>
				<span class="mut">
					{texts.purposes[program.purpose as keyof typeof texts.purposes] ?? program.purpose}
				</span>
			</span>
		);
	if (operator.bots.length === 0) return <bdi class={css["lone"]}>{operator.operator}</bdi>;
	const isOpen = opening.isOpen(operator.operator);
	return (
		<button
			type="button"
			class={css["operator"]}
			aria-expanded={isOpen}
			aria-label={texts.showBots(operator.operator)}
			onClick={() => opening.toggle(operator.operator)}
		>
			<Icon name={isOpen ? "down" : "right"} />
			<bdi>{operator.operator}</bdi>
		</button>
	);
};

const useColumns = (opening: Opening, times: readonly string[], chartTime: ChartTime) => {
	const { locale } = useWording();
	const words = useAreaWords("quality");
	const texts = words.bots;
	const number = (id: string, head: string, of: (row: Row) => number | undefined) => ({
		id,
		head,
		isNumber: true,
		cell: (row: Row) => {
			const count = of(row);
			return count === undefined ? "" : count === 0 ? "–" : countText(count, locale);
		},
	});
	/** All requests of a program if it serves that purpose, else 0. */
	const readsFor =
		(purpose: string, ofOperator: (operator: Operator) => number) =>
		({ operator, program }: Row) =>
			program ? (program.purpose === purpose ? program.reads : 0) : ofOperator(operator);
	const columns: TableColumn<Row>[] = [
		{
			id: "operator",
			head: texts.operator,
			cell: (row) => <Named row={row} opening={opening} />,
		},
		number("crawls", texts.crawls, ({ operator, program }) => program?.reads ?? operator.crawls),
		number(
			"training",
			texts.training,
			readsFor("ai_training", (one) => one.training_crawls),
		),
		number(
			"search",
			texts.search,
			readsFor("ai_search", (one) => one.search_crawls),
		),
		number(
			"agent",
			texts.agent,
			readsFor("ai_agent", (one) => one.agent_requests),
		),
		number("pages", texts.pages, ({ operator, program }) => program?.pages ?? operator.pages),
		number("referrals", texts.referrals, ({ operator, program }) =>
			program ? undefined : operator.referrals,
		),
		{
			id: "ratio",
			head: texts.perReferral,
			isNumber: true,
			cell: ({ operator, program }) => {
				if (program) return "";
				if (operator.crawls === 0) return "–";
				if (operator.referrals === 0) return <span class="mut">{texts.noReferral}</span>;
				return numberFormat(locale, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(
					operator.crawls_per_referral,
				);
			},
		},
		{
			id: "trend",
			head: texts.trend,
			cell: ({ reads }) => {
				const values = alignedReads(reads, times);
				if (values.length < 2 || reads.length === 0) return "–";
				return (
					<span class={css["trend"]}>
						<Sparkline
							points={times.map((time, index) => ({ time, value: values[index] ?? 0 }))}
							bucket={chartTime.bucket}
							now={chartTime.time.now}
							label={texts.trendLabel(
								countText(Math.max(...values), locale),
								words.chart.bucket[chartTime.bucket],
							)}
						/>
					</span>
				);
			},
		},
	];
	return columns;
};

/** What the programs of AI operators read, and how many visitors their assistants send in return. */
export const AiOperators = () => {
	const { bots: texts, lists } = useAreaWords("quality");
	const chartTime = useChartTime();
	const { bucket } = chartTime;
	const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
	const report = useSiteReport("bots/ai-summary", { isCompared: false, parameters: { bucket } });
	const operators = report.data?.data ?? [];
	const times = [
		...new Set(operators.flatMap((one) => readsOfOperator(one).map(([time]) => time))),
	].sort();
	const columns = useColumns(
		{
			isOpen: (operator) => open.has(operator),
			toggle: (operator) => {
				const next = new Set(open);
				if (!next.delete(operator)) next.add(operator);
				setOpen(next);
			},
		},
		times,
		chartTime,
	);
	return (
		<Panel
			label={texts.aiTitle}
			title={texts.aiTitle}
			isStale={report.state === "refetching"}
			aside={<CsvLink label={lists.csvOf(texts.aiTitle)} report="bots/ai-summary" />}
			foot={<span>{texts.aiHint}</span>}
		>
			{report.data === undefined ? (
				<ReportPending report={report} rows={6} isInset />
			) : operators.length === 0 ? (
				<CardState icon="bot" title={texts.noAi} />
			) : (
				<Table
					label={texts.aiTable}
					columns={columns}
					rows={rowsOf(operators, (operator) => open.has(operator))}
					keyOf={({ id }) => id}
					isStale={report.state !== "ready"}
				/>
			)}
		</Panel>
	);
};
