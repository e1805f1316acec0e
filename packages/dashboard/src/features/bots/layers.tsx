import type { AnswerTo } from "../../api/site-reports.ts";
import type { Report } from "../../api/use-report.ts";
import { countText, percentOf, percentText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { ReportPending } from "../../layout/report-pending.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useAddress } from "../../router/use-address.ts";
import { Panel } from "../../ui/panel.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";
import css from "./bots.module.css";
import { botsView, LAYERS, type Layer } from "./bots-view.ts";

interface Row {
	layer: Layer;
	hits: number;
	share: number | null;
}

/** Which detectors matched, and what to do if they caught people. */
export const Layers = ({ report }: { report: Report<AnswerTo<"bots/overview">> }) => {
	const { locale } = useWording();
	const texts = useAreaWords("quality").bots;
	const { address, change, destination, linkTo } = useAddress();
	const { site, isVisitor } = useSiteView();
	const { layer: chosen } = botsView(address.line);
	const data = report.data?.data;
	const columns: TableColumn<Row>[] = [
		{
			id: "layer",
			head: texts.layer,
			cell: ({ layer }) => (
				<button
					type="button"
					class={css["layer"]}
					aria-pressed={layer === chosen}
					onClick={() => change({ line: layer === chosen ? undefined : layer })}
				>
					{texts.layers[layer]}
				</button>
			),
		},
		{
			id: "text",
			head: texts.looksAt,
			cell: ({ layer }) => <span class={css["looksAt"]}>{texts.layerTexts[layer]}</span>,
		},
		{
			id: "hits",
			head: texts.hits,
			isNumber: true,
			cell: ({ hits }) => countText(hits, locale),
		},
		{
			id: "share",
			head: chosen === undefined ? texts.hitShare : texts.hitShareOf(texts.layers[chosen]),
			isNumber: true,
			cell: ({ share }) => (share === null ? "–" : percentText(share, locale)),
		},
	];
	return (
		<div class={css["layers"]}>
			<Panel
				label={texts.layersTitle}
				title={texts.layersTitle}
				isStale={report.state === "refetching"}
			>
				{data === undefined ? (
					<ReportPending report={report} rows={5} isInset />
				) : (
					<Table
						label={texts.layersTable}
						columns={columns}
						rows={LAYERS.map((layer) => ({
							layer,
							hits: data[layer],
							share: percentOf(data[layer], data.bot_requests),
						}))}
						keyOf={({ layer }) => layer}
						isStale={report.state !== "ready"}
						isSelected={({ layer }) => layer === chosen}
					/>
				)}
			</Panel>
			<Panel label={texts.mistaken} title={texts.mistaken} isPadded>
				<div class="col">
					<p>{texts.mistakenText}</p>
					<ol class={css["steps"]}>
						{texts.mistakenSteps.map((step) => (
							<li key={step}>{step}</li>
						))}
					</ol>
					{!isVisitor && site.mayConfigure && destination.to === "site" && (
						<p>
							<a href={linkTo({ ...destination, page: "settings", rest: ["tracking"] })}>
								{texts.toSettings}
							</a>
						</p>
					)}
				</div>
			</Panel>
		</div>
	);
};
