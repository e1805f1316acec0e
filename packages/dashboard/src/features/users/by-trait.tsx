import { useState } from "preact/hooks";
import { answerOf, client } from "../../api/client.ts";
import { useReport } from "../../api/use-report.ts";
import { countText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { ReportEmpty } from "../../layout/report-empty.tsx";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { ReportPending } from "../../layout/report-pending.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useAddress } from "../../router/use-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { Combobox } from "../../ui/form/combobox.tsx";
import { Popover } from "../../ui/overlay/popover.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table } from "../../ui/table.tsx";
import { FilterFact } from "../shared/list/filter-fact.tsx";
import css from "../shared/list/list.module.css";
import { ListFoot } from "../shared/list/list-foot.tsx";
import { usePageKeys } from "../shared/list/use-page-keys.ts";
import { PersonLabel } from "../shared/person/person-label.tsx";
import { personId } from "../shared/person/person-name.ts";
import { USERS_PER_PAGE } from "./user-list.ts";

const useTraitKeys = () => {
	const { site, parameters: query } = useSiteView();
	return useReport({
		key: ["trait keys", site.id, query],
		fetch: async (signal) =>
			(
				await answerOf(
					client.GET("/api/sites/{site}/user-traits/keys", {
						params: { path: { site: site.id }, query },
						signal,
					}),
				)
			).keys,
	});
};

const useTraitValues = (trait: string | undefined) => {
	const { site, parameters } = useSiteView();
	const query = { ...parameters, key: trait ?? "" };
	return useReport({
		key: ["trait values", site.id, query],
		isOff: trait === undefined,
		keepsPrevious: false,
		fetch: async (signal) =>
			(
				await answerOf(
					client.GET("/api/sites/{site}/user-traits/values", {
						params: { path: { site: site.id }, query },
						signal,
					}),
				)
			).values,
	});
};

/** First the trait, then its value. */
const TraitPicker = ({ onClose }: { onClose(): void }) => {
	const { locale } = useWording();
	const { users: words } = useAreaWords("people");
	const { set } = usePageKeys();
	const [trait, setTrait] = useState<string>();
	const keys = useTraitKeys();
	const values = useTraitValues(trait);
	const report = trait === undefined ? keys : values;
	if (report.failure) return <ReportFailure report={report} />;
	const options =
		trait === undefined
			? (keys.data ?? []).map(({ key, userCount }) => [key, userCount] as const)
			: (values.data ?? []).map(({ value, userCount }) => [value, userCount] as const);
	return (
		<Combobox
			key={trait ?? ""}
			label={trait ?? words.chooseTrait}
			listLabel={trait ?? words.chooseTrait}
			placeholder={trait ?? words.chooseTrait}
			options={options.map(([value, count]) => ({
				value,
				label: value,
				note: countText(count, locale),
			}))}
			chosen={[]}
			isLoading={report.state === "loading"}
			onChoose={(chosen) => {
				if (trait === undefined) return setTrait(chosen);
				onClose();
				return set({ trait, value: chosen });
			}}
		/>
	);
};

/** Finds people by the traits that the site has set. */
export const ByTrait = () => {
	const { users: words } = useAreaWords("people");
	return (
		<Popover title={words.chooseTrait} button={words.byTrait}>
			{(close) => <TraitPicker onClose={close} />}
		</Popover>
	);
};

/** The people with a certain value of a trait. */
export const TraitUsers = ({ trait, value }: { trait: string; value: string }) => {
	const { locale, words } = useWording();
	const { columns, users, tableOf } = useAreaWords("people");
	const { address, destination } = useAddress();
	const { set, toPage, linkWith } = usePageKeys();
	const { site, parameters } = useSiteView();
	const page = address.page ?? 1;
	const query = {
		...parameters,
		key: trait,
		value,
		limit: String(USERS_PER_PAGE),
		offset: String((page - 1) * USERS_PER_PAGE),
	};
	const report = useReport({
		key: ["trait users", site.id, query],
		fetch: (signal) =>
			answerOf(
				client.GET("/api/sites/{site}/user-traits/users", {
					params: { path: { site: site.id }, query },
					signal,
				}),
			),
	});
	const rows = report.data?.users ?? [];
	return (
		<>
			<Banner>
				<p>
					{users.traitUsers(trait, value)}{" "}
					<button
						type="button"
						class="link"
						onClick={() => set({ trait: undefined, value: undefined })}
					>
						{users.allUsers}
					</button>
				</p>
			</Banner>
			<Panel
				label={words.page.users}
				isStale={report.state === "refetching"}
				foot={
					report.data &&
					rows.length > 0 && (
						<ListFoot
							page={page}
							size={USERS_PER_PAGE}
							shown={rows.length}
							total={report.data.total}
							hasNext={report.data.hasMore}
							onPage={toPage}
						/>
					)
				}
			>
				{report.data === undefined ? (
					<ReportPending report={report} rows={12} />
				) : rows.length === 0 ? (
					<ReportEmpty />
				) : (
					<div class={css["list"]}>
						<Table
							label={tableOf(words.page.users)}
							rows={rows}
							keyOf={(row) => personId(row)}
							columns={[
								{
									id: "person",
									head: columns.person,
									cell: (row) => (
										<a
											class={css["name"]}
											href={
												destination.to === "site"
													? linkWith({ ...destination, rest: [personId(row)] })
													: "#"
											}
										>
											<PersonLabel person={row} />
										</a>
									),
								},
								{
									id: "sessions",
									head: columns.sessions,
									isNumber: true,
									cell: ({ sessions }) => countText(sessions, locale),
								},
								{
									id: "place",
									head: columns.place,
									cell: ({ country }) => <FilterFact field="country" value={country} />,
								},
								{
									id: "device",
									head: columns.device,
									cell: ({ browser }) => <FilterFact field="browser" value={browser} />,
								},
							]}
						/>
					</div>
				)}
			</Panel>
		</>
	);
};
