import { countText, percentOf, percentText } from "../../format/number.ts";
import { momentText } from "../../format/time.ts";
import { ReportEmpty } from "../../layout/report-empty.tsx";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { useAddress } from "../../router/use-address.ts";
import { SkeletonRows } from "../../ui/card-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { CsvLink } from "../shared/export/csv-link.tsx";
import { FilterIconButton } from "../shared/list/filter-icon-button.tsx";
import { webHref } from "../shared/list/web-href.ts";
import { useTexts } from "../shared/report/use-texts.ts";
import css from "./events.module.css";

const TABS = ["outbound", "download", "button_click", "form_submit", "copy"] as const;
type Tab = (typeof TABS)[number];
const isTab = (text: string | undefined): text is Tab => TABS.some((tab) => tab === text);

/** The property that identifies what was captured, for kinds where one property is enough. */
const PROPERTY: Partial<Record<Tab, string>> = {
	outbound: "url",
	download: "url",
	button_click: "text",
	copy: "text",
};

interface Row {
	value: string;
	count: number;
	/** Absent where the API does not return it. */
	last?: string;
}

/** Captured items, the most frequent first. The tracker sends downloads as a custom event with the file's URL. */
const useCaptured = (tab: Tab) => {
	const isDownload = tab === "download";
	const captured = useSiteReport("events/autocapture", {
		parameters: { type: tab },
		isCompared: false,
		isOff: isDownload,
	});
	const downloads = useSiteReport("events/properties", {
		parameters: { event_name: "download" },
		isCompared: false,
		isOff: !isDownload,
	});
	const report = isDownload ? downloads : captured;
	const rows: readonly Row[] = isDownload
		? (downloads.data?.data ?? [])
				.filter(({ propertyKey }) => propertyKey === "url")
				.map(({ propertyValue, count }) => ({ value: propertyValue, count }))
		: (captured.data?.data ?? []).map(({ value, count, lastOccurred }) => ({
				value,
				count,
				last: lastOccurred,
			}));
	return { report, rows };
};

const useColumns = (tab: Tab, total: number): TableColumn<Row>[] => {
	const { own, words, locale, view } = useTexts();
	const property = PROPERTY[tab];
	const last: TableColumn<Row> = {
		id: "last",
		head: own.figure.last,
		isNumber: true,
		cell: ({ last: moment }) =>
			moment && <span class="sec">{momentText(Date.parse(moment), view)}</span>,
	};
	return [
		{
			id: "value",
			head: own.events.heads[tab],
			cell: ({ value }) => {
				const href = tab === "outbound" || tab === "download" ? webHref(value) : undefined;
				return (
					<span class="row">
						<span>{value}</span>
						{href !== undefined && (
							<a
								class="link"
								href={href}
								target="_blank"
								rel="noreferrer"
								aria-label={words.chart.openPage(value)}
							>
								<Icon name="out" />
							</a>
						)}
						{property && (
							<span class="end">
								<FilterIconButton field={`prop:${property}`} value={value} />
							</span>
						)}
					</span>
				);
			},
		},
		{
			id: "events",
			head: own.figure.events,
			isNumber: true,
			cell: ({ count }) => countText(count, locale),
		},
		{
			id: "share",
			head: own.figure.share,
			isNumber: true,
			cell: ({ count }) => percentText(percentOf(count, total) ?? 0, locale),
		},
		...(tab === "download" ? [] : [last]),
	];
};

/** What the tracker captured automatically: links, buttons, forms, copied text. */
export const CapturedPanel = () => {
	const { own, locale } = useTexts();
	const { address, change } = useAddress();
	const tab: Tab = isTab(address.open) ? address.open : "outbound";
	const { report, rows } = useCaptured(tab);
	const total = rows.reduce((sum, { count }) => sum + count, 0);
	const columns = useColumns(tab, total);
	return (
		<Panel
			label={own.events.captured}
			isStale={report.state === "refetching"}
			foot={
				rows.length > 0 && (
					<>
						<span>{own.events.all(countText(rows.length, locale))}</span>
						<span class="end">
							{tab === "download" ? (
								<CsvLink report="events/properties" parameters={{ event_name: "download" }} />
							) : (
								<CsvLink report="events/autocapture" parameters={{ type: tab }} />
							)}
						</span>
					</>
				)
			}
		>
			<Tabs
				label={own.events.captured}
				tabs={TABS.map((id) => ({ id, label: own.events.tabs[id] }))}
				chosen={tab}
				onChoose={(id) => change({ open: id === "outbound" ? undefined : id })}
			>
				{report.data === undefined ? (
					report.state === "failed" ? (
						<ReportFailure report={report} />
					) : (
						<SkeletonRows />
					)
				) : rows.length === 0 ? (
					<ReportEmpty />
				) : (
					<div class={css["captured"]}>
						<Table
							label={own.tableOf(own.events.tabs[tab])}
							columns={columns}
							rows={rows}
							keyOf={({ value }) => value}
							isStale={report.state !== "ready"}
							isTall
						/>
					</div>
				)}
			</Tabs>
		</Panel>
	);
};
