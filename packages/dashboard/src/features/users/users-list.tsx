import { useState } from "preact/hooks";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { ReportEmpty } from "../../layout/report-empty.tsx";
import { ReportPending } from "../../layout/report-pending.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button } from "../../ui/button.tsx";
import { CardState } from "../../ui/card-state.tsx";
import { Pick } from "../../ui/form/choice.tsx";
import { BareInput, SelectField } from "../../ui/form/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { CsvButton } from "../shared/export/csv-button.tsx";
import { ListFoot } from "../shared/list/list-foot.tsx";
import css from "../shared/list/list-page.module.css";
import { useAddressSort } from "../shared/list/use-address-sort.ts";
import { usePageKeys } from "../shared/list/use-page-keys.ts";
import { ByTrait, TraitUsers } from "./by-trait.tsx";
import {
	SEARCH_FIELDS,
	searchFieldOf,
	USER_SORTING,
	USERS_PER_PAGE,
	userListParameters,
	userPageOf,
} from "./user-list.ts";
import { UserTable } from "./user-table.tsx";

const Tools = () => {
	const words = useAreaWords("people");
	const { address } = useAddress();
	const { key, set } = usePageKeys();
	const [typed, setTyped] = useState(key("q") ?? "");
	const { isVisitor } = useSiteView();
	const search = () => set({ q: typed.trim() });
	return (
		<div class={css["tools"]}>
			<Pick
				label={words.who.label}
				choices={(["everyone", "identified"] as const).map((id) => ({ id, label: words.who[id] }))}
				chosen={key("who") === "identified" ? "identified" : "everyone"}
				onChoose={(id) => set({ who: id === "everyone" ? undefined : id })}
			/>
			<div class={css["search"]}>
				<BareInput
					label={words.users.search}
					placeholder={words.users.search}
					type="search"
					value={typed}
					onInput={({ currentTarget }) => {
						setTyped(currentTarget.value);
						// The clear button of a search field fires no key event.
						if (currentTarget.value === "" && key("q")) set({ q: undefined });
					}}
					onKeyDown={(event) => {
						if (event.key === "Enter") search();
					}}
				/>
			</div>
			<SelectField
				isBare
				label={words.users.searchIn}
				value={searchFieldOf(address)}
				choices={SEARCH_FIELDS.map((field) => [field, words.users.fields[field]])}
				onChoose={(field) => set({ in: field === "name" ? undefined : field, q: typed.trim() })}
			/>
			<Button onClick={search}>{words.users.searchNow}</Button>
			{!isVisitor && <ByTrait />}
		</div>
	);
};

const EmptyUsers = ({ page }: { page: number }) => {
	const words = useAreaWords("people");
	const { key, set } = usePageKeys();
	if (page > 1)
		return (
			<CardState
				icon="bars"
				title={words.noPage}
				action={<Button onClick={() => set({})}>{words.firstPage}</Button>}
			/>
		);
	if (key("q") === undefined && key("who") === undefined) return <ReportEmpty />;
	return (
		<CardState
			icon="filter"
			title={words.users.noneFound}
			action={
				<Button onClick={() => set({ q: undefined, in: undefined, who: undefined })}>
					{words.users.allUsers}
				</Button>
			}
		/>
	);
};

const AllUsers = () => {
	const sorting = useAddressSort(USER_SORTING);
	const words = useWords();
	const { address, destination } = useAddress();
	const { toPage, linkWith } = usePageKeys();
	const page = userPageOf(address);
	const { currency } = useSiteView().site;
	const report = useSiteReport("users", {
		parameters: userListParameters(address, currency !== null),
		isCompared: false,
	});
	const rows = report.data?.data ?? [];
	const total = report.data?.totalCount ?? 0;
	return (
		<Panel
			label={words.page.users}
			isStale={report.state === "refetching"}
			foot={
				rows.length > 0 && (
					<ListFoot
						page={page}
						size={USERS_PER_PAGE}
						shown={rows.length}
						total={total}
						hasNext={page * USERS_PER_PAGE < total}
						onPage={toPage}
					/>
				)
			}
		>
			{report.data === undefined ? (
				<ReportPending report={report} rows={20} />
			) : rows.length === 0 ? (
				<EmptyUsers page={page} />
			) : (
				<UserTable
					rows={rows}
					{...sorting}
					isStale={report.state === "refetching" || report.state === "failed"}
					hrefOf={({ effective_user_id }) =>
						destination.to === "site"
							? linkWith({ ...destination, rest: [effective_user_id] })
							: "#"
					}
				/>
			)}
		</Panel>
	);
};

/** The people of the site: identified users, and unidentified devices. */
export const UsersList = () => {
	const words = useWords();
	const { downloadLabel } = useAreaWords("people");
	const { address } = useAddress();
	const { key } = usePageKeys();
	const { site } = useSiteView();
	const trait = key("trait");
	const value = key("value");
	const { page: _, page_size: __, ...query } = userListParameters(address, site.currency !== null);
	return (
		<>
			<PageHead
				title={words.page.users}
				of={site.domain}
				hasFilters
				hasComparison={false}
				actions={<CsvButton report="users" parameters={query} label={downloadLabel} />}
			/>
			<Tools />
			{trait !== undefined && value !== undefined ? (
				<TraitUsers trait={trait} value={value} />
			) : (
				<AllUsers />
			)}
		</>
	);
};
