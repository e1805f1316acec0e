import { type ListedSite, useOwnSites } from "../../api/own-sites.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { isolated, joinIsolated } from "../../i18n/isolated.ts";
import { useWording } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { useAddress } from "../../router/use-address.ts";
import { Button } from "../../ui/button.tsx";
import { CardState } from "../../ui/card-state.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { Table } from "../../ui/table.tsx";
import accessCss from "../shared/access/access.module.css";
import {
	AUDIT_PAGE_SIZE,
	type AuditEntry,
	useAuditLog,
	useMembers,
} from "../shared/access/organization-api.ts";
import { PageButtons } from "../shared/list/pager.tsx";
import { ReportPanel } from "../shared/report/report-panel.tsx";
import { useOwnMoment } from "../shared/time/use-own-moment.ts";
import { AuditOutside } from "./audit-outside.tsx";
import {
	AUDIT_AREAS,
	AUDIT_WAYS,
	auditQueryOf,
	auditViewOf,
	detailsOf,
	targetSite,
	targetText,
} from "./audit-query.ts";
import css from "./organization.module.css";
import type { SectionProps } from "./section.ts";
import { useOwnKeys } from "./use-own-keys.ts";

const Details = ({ entry, sites }: { entry: AuditEntry; sites: readonly ListedSite[] }) => {
	const { locale } = useWording();
	const words = useAreaWords("around").audit;
	const { fields, values, isIncomplete } = detailsOf(entry.details);
	const list = new Intl.ListFormat(locale, { type: "unit" });
	const lines = [
		...(values.length > 0 ? [list.format(values.map(isolated))] : []),
		...(fields.length > 0 ? [words.fields(list.format(fields.map(isolated)))] : []),
		...(isIncomplete ? [words.incomplete] : []),
	];
	return (
		<span class={accessCss["who"]}>
			{targetText(entry.target, sites)}
			{lines.map((line) => (
				<span key={line} class={accessCss["small"]}>
					{line}
				</span>
			))}
		</span>
	);
};

const Filters = ({ organizationId }: { organizationId: string }) => {
	const words = useAreaWords("around").audit;
	const { address } = useAddress();
	const { read, set } = useOwnKeys();
	const { area, person, way } = auditViewOf(read, address.page);
	const members = useMembers(organizationId);
	const choose = (key: string) => (value: string) =>
		set({ [key]: value === "" ? undefined : value });
	const people = (members.data ?? []).map(
		({ userId, user }) => [userId, user.name || user.email] as const,
	);
	const isGone = person !== undefined && !people.some(([id]) => id === person);
	return (
		<div class={css["filters"]}>
			<SelectField
				isBare
				label={words.what}
				value={area ?? ""}
				choices={[
					["", words.anything],
					...AUDIT_AREAS.map((one) => [one, words.areas[one]] as const),
				]}
				onChoose={choose("area")}
			/>
			<SelectField
				isBare
				label={words.who}
				value={person ?? ""}
				choices={[
					["", words.anybody],
					...people,
					...(isGone ? [[person, person.slice(0, 8)] as const] : []),
				]}
				onChoose={choose("person")}
			/>
			<SelectField
				isBare
				label={words.how}
				value={way ?? ""}
				choices={[["", words.anyhow], ...AUDIT_WAYS.map((one) => [one, words.by[one]] as const)]}
				onChoose={choose("via")}
			/>
		</div>
	);
};

const AuditFoot = ({ page, count }: { page: number; count: number }) => {
	const { words, locale } = useWording();
	const { zone } = useAreaWords("around").audit;
	const { timeZone } = useOwnMoment();
	const { change } = useAddress();
	const number = new Intl.NumberFormat(locale);
	const first = (page - 1) * AUDIT_PAGE_SIZE + 1;
	const last = Math.min(count, page * AUDIT_PAGE_SIZE);
	return (
		<div class={css["pager"]}>
			<span>{zone(timeZone)}</span>
			<span class="end nw">
				{last >= first &&
					words.part.rows(number.format(first), number.format(last), number.format(count))}
			</span>
			{count > AUDIT_PAGE_SIZE && (
				<PageButtons
					page={page}
					hasNext={last < count}
					onPage={(to) => change({ page: to === 1 ? undefined : to })}
					kind="tool"
					show="icon"
				/>
			)}
		</div>
	);
};

/** Who changed what, newest first. */
export const Audit = ({ organization, which, links }: SectionProps) => {
	const { words: frame } = useWording();
	const { table, audit: words } = useAreaWords("around");
	const { momentText } = useOwnMoment();
	const { address } = useAddress();
	const { read, set } = useOwnKeys();
	const view = auditViewOf(read, address.page);
	const report = useAuditLog(organization.id, auditQueryOf(view));
	const named = [
		...new Set(report.data?.data.flatMap(({ target }) => targetSite(target) ?? [])),
	].sort();
	const sites = useOwnSites(
		{ site_ids: named.join(","), page_size: AUDIT_PAGE_SIZE },
		named.length === 0,
	);
	const isNarrowed = view.area !== undefined || view.person !== undefined || view.way !== undefined;
	const actionText = (action: string) =>
		(words.action as Readonly<Record<string, string>>)[action] ?? action;
	const whoText = ({ user, via }: AuditEntry) =>
		user ? (user.email ?? user.id) : via === "operator" ? words.operator : words.key;
	return (
		<>
			<PageHead
				title={frame.menu.audit}
				of={organization.name}
				aside={which}
				actions={<Filters organizationId={organization.id} />}
			/>
			{links}
			<ReportPanel
				label={frame.menu.audit}
				report={report}
				rows={12}
				foot={report.data && <AuditFoot page={view.page} count={report.data.totalCount} />}
			>
				{({ data }) =>
					data.length === 0 ? (
						<CardState
							icon={isNarrowed ? "filter" : "info"}
							title={isNarrowed ? words.noMatch : words.empty}
							action={
								(isNarrowed || view.page > 1) && (
									<Button
										onClick={() => set({ area: undefined, person: undefined, via: undefined })}
									>
										{words.clear}
									</Button>
								)
							}
						>
							{!isNarrowed && words.emptyText}
						</CardState>
					) : (
						<Table<AuditEntry>
							label={table(frame.menu.audit)}
							rows={data}
							keyOf={({ id }) => id}
							isStale={report.state === "refetching"}
							columns={[
								{
									id: "when",
									head: words.when,
									cell: ({ at }) => <span class="nw">{momentText(at)}</span>,
								},
								{
									id: "who",
									head: words.who,
									cell: (entry) => (
										<span class={accessCss["who"]}>
											{whoText(entry)}
											<span class={accessCss["small"]}>{words.by[entry.via]}</span>
										</span>
									),
								},
								{
									id: "what",
									head: words.what,
									cell: ({ action, target }) => (
										<span class={accessCss["cell"]} title={joinIsolated([action, target], " ")}>
											{actionText(action)}
										</span>
									),
								},
								{
									id: "where",
									head: words.where,
									cell: (entry) => <Details entry={entry} sites={sites.data?.data ?? []} />,
								},
							]}
						/>
					)
				}
			</ReportPanel>
			{report.state !== "loading" && <AuditOutside organizationId={organization.id} />}
		</>
	);
};
