import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { ReportEmpty } from "../../layout/report-empty.tsx";
import { ReportPending } from "../../layout/report-pending.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button } from "../../ui/button.tsx";
import { CardState } from "../../ui/card-state.tsx";
import { Pick } from "../../ui/form/choice.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { CsvButton } from "../shared/export/csv-button.tsx";
import { ListFoot } from "../shared/list/list-foot.tsx";
import css from "../shared/list/list-page.module.css";
import { useAddressSort } from "../shared/list/use-address-sort.ts";
import { usePageKeys } from "../shared/list/use-page-keys.ts";
import { SessionTable } from "../shared/session/session-table.tsx";
import {
	LEAST,
	LEAST_KEYS,
	leastOf,
	NO_SOURCE,
	PAGE_SIZE,
	SESSION_SORTING,
	sessionListParameters,
	sessionPageOf,
	sessionSourceOf,
} from "./session-list.ts";
import { SourceBanner } from "./source-banner.tsx";
import { useSessionList } from "./use-session-list.ts";

/** Filters of this list, beside those of every page. */
const Limits = () => {
	const { address } = useAddress();
	const { key, set } = usePageKeys();
	const words = useAreaWords("people");
	const who = key("who") === "identified" ? "identified" : "everyone";
	return (
		<div class={css["tools"]}>
			<Pick
				label={words.who.label}
				choices={(["everyone", "identified"] as const).map((id) => ({ id, label: words.who[id] }))}
				chosen={who}
				onChoose={(id) => set({ who: id === "everyone" ? undefined : id })}
			/>
			{LEAST_KEYS.map((name) => (
				<SelectField
					key={name}
					isBare
					label={words.least[name].label}
					value={leastOf(address, name)}
					choices={[
						["", words.least[name].any],
						...LEAST[name].map((value): [string, string] => [value, words.least[name].of(value)]),
					]}
					onChoose={(value) => set({ [name]: value })}
				/>
			))}
		</div>
	);
};

const EmptyList = ({ page }: { page: number }) => {
	const { address } = useAddress();
	const { key, set } = usePageKeys();
	const words = useAreaWords("people");
	const isLimited =
		key("who") !== undefined || LEAST_KEYS.some((name) => leastOf(address, name) !== "");
	if (page > 1)
		return (
			<CardState
				icon="bars"
				title={words.noPage}
				action={<Button onClick={() => set({})}>{words.firstPage}</Button>}
			/>
		);
	if (sessionSourceOf(address).of !== "all")
		return (
			<CardState
				icon="bars"
				title={words.source.none}
				action={<Button onClick={() => set(NO_SOURCE)}>{words.source.all}</Button>}
			/>
		);
	if (!isLimited) return <ReportEmpty />;
	return (
		<CardState
			icon="filter"
			title={words.noneWith}
			action={
				<Button
					onClick={() =>
						set({
							who: undefined,
							...Object.fromEntries(LEAST_KEYS.map((name) => [name, undefined])),
						})
					}
				>
					{words.noLimits}
				</Button>
			}
		/>
	);
};

/** All sessions that match the URL, latest first. */
export const SessionsList = () => {
	const { words } = useWording();
	const { tableOf, downloadLabel } = useAreaWords("people");
	const { address, destination } = useAddress();
	const { site } = useSiteView();
	const { toPage, linkWith } = usePageKeys();
	const page = sessionPageOf(address);
	const report = useSessionList(page);
	const sorting = useAddressSort(SESSION_SORTING);
	const source = sessionSourceOf(address);
	const isWhole = source.of === "all" || source.of === "error";
	const rows = report.data?.data ?? [];
	const total = report.data?.totalCount;
	const hasNext = total === undefined ? rows.length === PAGE_SIZE : page * PAGE_SIZE < total;
	const { page: _, limit: __, totals, ...query } = sessionListParameters(address, source, page);
	return (
		<>
			<PageHead
				title={words.page.sessions}
				of={site.domain}
				hasFilters
				hasComparison={false}
				actions={
					isWhole && <CsvButton report="sessions" parameters={query} label={downloadLabel} />
				}
			/>
			<SourceBanner />
			{isWhole && <Limits />}
			<Panel
				label={words.page.sessions}
				isStale={report.state === "refetching"}
				foot={
					rows.length > 0 && (
						<ListFoot
							page={page}
							size={PAGE_SIZE}
							shown={rows.length}
							total={total}
							hasNext={hasNext}
							onPage={toPage}
						/>
					)
				}
			>
				{report.data === undefined ? (
					<ReportPending report={report} rows={20} />
				) : rows.length === 0 ? (
					<EmptyList page={page} />
				) : (
					<SessionTable
						label={tableOf(words.page.sessions)}
						rows={rows}
						{...(isWhole && sorting)}
						isStale={report.state === "refetching" || report.state === "failed"}
						hrefOf={({ session_id }) =>
							destination.to === "site"
								? linkWith({ ...destination, page: "sessions", rest: [session_id] })
								: "#"
						}
					/>
				)}
			</Panel>
		</>
	);
};
