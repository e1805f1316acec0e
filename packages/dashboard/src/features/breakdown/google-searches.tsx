import { useState } from "preact/hooks";
import { answerOf, client } from "../../api/client.ts";
import type { paths } from "../../api/schema.ts";
import { useReport } from "../../api/use-report.ts";
import { ChangeMark } from "../../charts/shared/change-mark.tsx";
import { changeOf } from "../../format/change.ts";
import { numberFormat } from "../../format/number-format.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { countryNames } from "../../layout/text/country-names.ts";
import { viewerHeaders } from "../../router/viewer.ts";
import { Panel } from "../../ui/panel.tsx";
import { Table, type TableColumn, type TableSort } from "../../ui/table.tsx";
import { Tabs } from "../../ui/tabs.tsx";

type Searches = paths["/api/sites/{site}/search-queries"]["get"];
type Answer = Searches["responses"][200]["content"]["application/json"];
type Row = Answer["data"][number];
type Asked = NonNullable<Searches["parameters"]["query"]>;

const LISTS = ["query", "page", "country", "device"] as const;
type List = (typeof LISTS)[number];
const FIGURES = ["clicks", "impressions", "click_rate", "position"] as const;
type Figure = (typeof FIGURES)[number];
const ROWS = 10;

const isFigure = (text: string): text is Figure => FIGURES.some((figure) => figure === text);

/** What Google's search showed of the site, if Search Console was imported; nothing before that, and under filters. */
export const GoogleSearches = () => {
	const { words, locale } = useWording();
	const texts = useAreaWords("lists").googleSearches;
	const { site, viewer, parameters, comparison } = useSiteView();
	const [by, setBy] = useState<List>("query");
	const [sort, setSort] = useState<TableSort>({ by: "clicks", order: "desc" });
	const { start_date, end_date } = parameters as { start_date?: string; end_date?: string };
	const isInDays = start_date !== undefined || Object.keys(parameters).length === 1;
	const isFiltered = "filters" in parameters || "segment_id" in parameters;
	const query: Asked = {
		by,
		...(start_date !== undefined && { start_date }),
		...(end_date !== undefined && { end_date }),
		...(start_date !== undefined &&
			end_date !== undefined &&
			"compare" in comparison && { compare: comparison.compare }),
		sort_by: isFigure(sort.by) ? sort.by : "clicks",
		sort_order: sort.order,
		limit: String(ROWS),
	};
	const report = useReport<Answer>({
		key: ["searches", site.id, viewer, query],
		isOff: isFiltered || !isInDays,
		waitsForIdle: true,
		fetch: (signal) =>
			answerOf(
				client.GET("/api/sites/{site}/search-queries", {
					params: { path: { site: site.id }, query },
					headers: viewerHeaders(viewer),
					signal,
				}),
			),
	});
	const { data: answer } = report;
	if (isFiltered || !isInDays || !answer?.days) return null;
	const countries = countryNames(locale);
	const nameOf = (value: string) => {
		if (value === "") return texts.unknown;
		// While another list loads, the rows are still those of the one before.
		return by === "country" && /^[A-Z]{2}$/.test(value) ? (countries.of(value) ?? value) : value;
	};
	const shown = (figure: Figure, value: number) =>
		figure === "click_rate"
			? numberFormat(locale, { style: "percent", maximumFractionDigits: 1 }).format(value / 100)
			: numberFormat(locale, { maximumFractionDigits: 1 }).format(value);
	const columns: TableColumn<Row>[] = [
		{ id: "value", head: texts.lists[by], cell: ({ value }) => nameOf(value) },
		...FIGURES.map(
			(figure): TableColumn<Row> => ({
				id: figure,
				head: texts.figures[figure],
				isNumber: true,
				isSortable: true,
				cell: (row) => shown(figure, row[figure]),
			}),
		),
	];
	const { totals, unnamed } = answer;
	const change =
		totals.previous &&
		changeOf({
			current: totals.clicks,
			previous: totals.previous.clicks,
			unit: "count",
			better: "higher",
			locale,
			words: words.chart,
		});
	return (
		<Panel label={texts.title}>
			<Tabs
				label={texts.title}
				tabs={LISTS.map((id) => ({ id, label: texts.lists[id] }))}
				chosen={by}
				onChoose={(id) => setBy(id)}
			>
				<p class="sec">
					{texts.totals(
						shown("clicks", totals.clicks),
						shown("impressions", totals.impressions),
						shown("position", totals.position),
					)}{" "}
					{change && <ChangeMark change={change} words={words.chart} />}
				</p>
				<Table
					label={texts.title}
					columns={columns}
					rows={answer.data}
					keyOf={({ value }) => value}
					sort={sort}
					onSort={setSort}
					isStale={report.state === "refetching"}
				/>
				{by === "query" && unnamed.impressions > 0 && (
					<p class="mut">
						{texts.unnamed(
							shown("clicks", unnamed.clicks),
							shown("impressions", unnamed.impressions),
						)}
					</p>
				)}
				<p class="mut">{texts.days}</p>
			</Tabs>
		</Panel>
	);
};
