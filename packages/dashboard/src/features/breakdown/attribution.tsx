import type { AnswerTo } from "../../api/site-reports.ts";
import { moneyText } from "../../format/money.ts";
import { countText, percentOf, percentText } from "../../format/number.ts";
import { numberFormat } from "../../format/number-format.ts";
import { dateRangeText } from "../../format/time.ts";
import { parseWallTime, wallTimeOf } from "../../format/wall-time.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { ReportPending } from "../../layout/report-pending.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { SelectField } from "../../ui/form/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";
import { CsvLink } from "../shared/export/csv-link.tsx";
import { oneOf } from "../shared/list/page-keys.ts";
import { usePageKeys } from "../shared/list/use-page-keys.ts";
import { useRevenueWords } from "../shared/revenue/revenue-words.ts";
import css from "./attribution.module.css";
import type { ListedDimension } from "./dimensions.ts";
import { tabName } from "./tab-name.ts";
import { useNaming } from "./use-columns.ts";

type Answer = AnswerTo<"revenue/attribution">["data"];
type Row = Answer["data"][number];

const MODELS = ["last", "first", "last_non_direct", "linear"] as const;
const LOOKBACKS = ["30", "90"] as const;
const ROWS = 10;

/** The model and the lookback, which the URL has. */
const useChoice = () => {
	const { key, set } = usePageKeys();
	const words = useRevenueWords().attribution;
	const model = oneOf(MODELS, key("model")) ?? "last";
	const lookback = oneOf(LOOKBACKS, key("lookback")) ?? "30";
	const fields = (
		<div class={css["choice"]}>
			<SelectField
				label={words.model}
				value={model}
				choices={MODELS.map((one) => [one, words.models[one]] as const)}
				onChoose={(one) => set({ model: one === "last" ? undefined : one })}
			/>
			<SelectField
				label={words.lookback}
				value={lookback}
				choices={LOOKBACKS.map((days) => [days, words.days(days)] as const)}
				onChoose={(days) => set({ lookback: days === "30" ? undefined : days })}
			/>
		</div>
	);
	return { model, lookback, fields };
};

/** What has no rate, a sentence for each currency. */
const LeftOut = ({ leftOut }: { leftOut: Answer["left_out"] }) => {
	const { locale } = useWording();
	const words = useRevenueWords().attribution;
	const { now, timeZone } = useSiteView();
	if (leftOut.length === 0) return null;
	const time = { locale, now: wallTimeOf(now, timeZone) };
	return (
		<p class={css["text"]}>
			{leftOut
				.map(({ currency, first, last, revenue }) =>
					words.leftOut(
						moneyText(Number(revenue), currency, locale),
						dateRangeText(parseWallTime(first), parseWallTime(last), time),
					),
				)
				.join(" ")}
		</p>
	);
};

/** Which sources led to the revenue of the range, by the dimension of the page's table. */
export const Attribution = ({
	currency,
	dimension,
}: {
	/** The site's, in which all amounts are shown. */
	currency: string;
	dimension: ListedDimension;
}) => {
	const revenue = useRevenueWords();
	const words = revenue.attribution;
	const lists = useAreaWords("lists");
	const { nameOf, locale } = useNaming(dimension);
	const { model, lookback, fields } = useChoice();
	const name = tabName(dimension, lists);
	const query = { parameter: dimension.id, model, lookback, currency };
	const report = useSiteReport("revenue/attribution", {
		parameters: { ...query, limit: ROWS },
		isCompared: false,
	});
	const answer = report.data?.data;
	const total = Number(answer?.totals[0]?.revenue ?? 0);
	const columns: TableColumn<Row>[] = [
		{ id: "value", head: name, cell: ({ value }) => nameOf(value) },
		{
			id: "sessions",
			head: lists.figures.count,
			isNumber: true,
			cell: ({ sessions }) => countText(sessions, locale),
		},
		{
			id: "orders",
			head: words.orders,
			isNumber: true,
			cell: ({ orders }) => numberFormat(locale, { maximumFractionDigits: 2 }).format(orders),
		},
		{
			id: "revenue",
			head: revenue.revenue,
			isNumber: true,
			cell: (row) => <b>{moneyText(Number(row.revenue), currency, locale)}</b>,
		},
		{
			id: "share",
			head: lists.figures.percentage,
			isNumber: true,
			cell: (row) => {
				const share = percentOf(Number(row.revenue), total);
				return share === null ? "–" : percentText(share, locale);
			},
		},
	];
	const state = cardStateOf(report, ({ data }) => data.data.length === 0);
	return (
		<Panel
			label={words.title(name)}
			title={words.title(name)}
			isStale={state === "stale"}
			foot={
				answer &&
				answer.data.length > 0 && (
					<>
						<span>{words.note}</span>
						<CsvLink report="revenue/attribution" parameters={query} isAtEnd />
					</>
				)
			}
		>
			{fields}
			{answer === undefined ? (
				<ReportPending report={report} rows={4} />
			) : answer.data.length === 0 ? (
				<p class={css["text"]}>{words.none}</p>
			) : (
				<Table
					label={words.title(name)}
					columns={columns}
					rows={answer.data}
					keyOf={({ value }) => value}
					isStale={state === "stale"}
				/>
			)}
			<LeftOut leftOut={answer?.left_out ?? []} />
		</Panel>
	);
};
