import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { ReportEmpty } from "../../layout/report-empty.tsx";
import { ReportPending } from "../../layout/report-pending.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { rowFilterOf, toggled } from "../../router/filters.ts";
import { useAddress } from "../../router/use-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { CardState } from "../../ui/card-state.tsx";
import { Switch } from "../../ui/form/choice.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ListFoot } from "../shared/list/list-foot.tsx";
import css from "../shared/list/list-page.module.css";
import { usePageKeys } from "../shared/list/use-page-keys.ts";
import { GuideLink } from "../shared/report/guide-link.tsx";
import { LENGTHS, leastLengthOf, REPLAYS_PER_PAGE, replayPageOf } from "./replay-list.ts";
import { ReplayTable } from "./replay-table.tsx";
import { useReplays } from "./use-replays.ts";

/** Every error carries its message; filters apply to the session's events. */
const ERROR_FIELD = "prop:message";

const Limits = () => {
	const { address, change } = useAddress();
	const { set } = usePageKeys();
	const { replays } = useAreaWords("people");
	return (
		<div class={css["tools"]}>
			<SelectField
				isBare
				label={replays.length.label}
				value={leastLengthOf(address)}
				choices={[
					["", replays.length.any],
					...LENGTHS.map((value): [string, string] => [value, replays.length.of(value)]),
				]}
				onChoose={(value) => set({ min_length: value })}
			/>
			<Switch
				label={replays.withErrors}
				isOn={rowFilterOf(address.filters, ERROR_FIELD, null) === "out"}
				onChange={() => change({ filters: toggled(address.filters, ERROR_FIELD, null, "out") })}
			/>
		</div>
	);
};

/** Why the list is empty. */
const EmptyReplays = ({ page }: { page: number }) => {
	const words = useAreaWords("people");
	const { address, destination, linkTo } = useAddress();
	const { key, set } = usePageKeys();
	const { site } = useSiteView();
	if (page > 1)
		return (
			<CardState
				icon="bars"
				title={words.noPage}
				action={<Button onClick={() => set({})}>{words.firstPage}</Button>}
			/>
		);
	const isLimited = leastLengthOf(address) !== "" || key("user") !== undefined;
	if (isLimited)
		return (
			<CardState
				icon="filter"
				title={words.noneWith}
				action={
					<Button onClick={() => set({ min_length: undefined, user: undefined })}>
						{words.noLimits}
					</Button>
				}
			/>
		);
	if (!site.sessionReplay && address.filters.length === 0)
		return (
			<CardState
				icon="info"
				title={words.replays.off}
				action={
					site.mayConfigure &&
					destination.to === "site" && (
						<LinkButton href={linkTo({ ...destination, page: "settings", rest: [] })}>
							{words.replays.settings}
						</LinkButton>
					)
				}
			>
				{words.replays.offText}
			</CardState>
		);
	return <ReportEmpty />;
};

/** The recordings that match the URL, latest first. */
export const ReplaysList = () => {
	const words = useWords();
	const people = useAreaWords("people");
	const { address, destination } = useAddress();
	const { site } = useSiteView();
	const { key, set, toPage, linkWith } = usePageKeys();
	const page = replayPageOf(address);
	const report = useReplays(page);
	const rows = report.data?.slice(0, REPLAYS_PER_PAGE) ?? [];
	const user = key("user");
	return (
		<>
			<PageHead
				title={words.page.replays}
				of={site.domain}
				hasFilters
				hasComparison={false}
				actions={<GuideLink to="guides/recordings" />}
			/>
			{user !== undefined && (
				<Banner>
					<p>
						{people.replays.of(user)}{" "}
						<button type="button" class="link" onClick={() => set({ user: undefined })}>
							{people.replays.all}
						</button>
					</p>
				</Banner>
			)}
			<Limits />
			<Panel
				label={words.page.replays}
				isStale={report.state === "refetching"}
				foot={
					rows.length > 0 && (
						<ListFoot
							page={page}
							size={REPLAYS_PER_PAGE}
							shown={rows.length}
							hasNext={(report.data?.length ?? 0) > REPLAYS_PER_PAGE}
							onPage={toPage}
						/>
					)
				}
			>
				{report.data === undefined ? (
					<ReportPending report={report} rows={12} />
				) : rows.length === 0 ? (
					<EmptyReplays page={page} />
				) : (
					<ReplayTable
						rows={rows}
						isStale={report.state === "refetching" || report.state === "failed"}
						hrefOf={({ session_id }) =>
							destination.to === "site" ? linkWith({ ...destination, rest: [session_id] }) : "#"
						}
					/>
				)}
			</Panel>
		</>
	);
};
