import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { isAdministrator } from "../../api/sites.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording, useWords } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { useWrite } from "../../layout/write/use-write.ts";
import { Button } from "../../ui/button.tsx";
import { CardState } from "../../ui/card-state.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { Table } from "../../ui/table.tsx";
import css from "../shared/access/access.module.css";
import { CheckList } from "../shared/access/check-list.tsx";
import {
	deleteTeam,
	saveTeam,
	type Team,
	useMembers,
	useTeams,
} from "../shared/access/organization-api.ts";
import { RowMenu } from "../shared/access/row-menu.tsx";
import { SiteCheckList } from "../shared/access/site-check-list.tsx";
import { ReportPanel } from "../shared/report/report-panel.tsx";
import { Confirm } from "../shared/write/confirm.tsx";
import type { SectionProps } from "./section.ts";
import { UnverifiedMark } from "./unverified-mark.tsx";

const TeamForm = ({
	team,
	organization,
	onClose,
}: Pick<SectionProps, "organization"> & {
	/** Absent for a new one. */
	team: Team | undefined;
	onClose(): void;
}) => {
	const words = useAreaWords("around").teams;
	const { save } = useAreaWords("around");
	const members = useMembers(organization.id);
	const [name, setName] = useState(team?.name ?? "");
	const [people, setPeople] = useState<ReadonlySet<string>>(
		new Set(team?.members.map(({ userId }) => userId)),
	);
	const [sites, setSites] = useState<ReadonlySet<number>>(
		new Set(team?.sites.map(({ siteId }) => siteId)),
	);
	const [isChecked, setIsChecked] = useState(false);
	const { isBusy, error, write } = useWrite();
	const isNamed = name.trim() !== "";
	const submit = async () => {
		setIsChecked(true);
		if (!isNamed) return;
		const content = { name: name.trim(), memberUserIds: [...people], siteIds: [...sites] };
		if (!(await write(() => saveTeam(organization.id, team?.id, content)))) return;
		toast(team ? words.saved : words.created);
		onClose();
	};
	return (
		<FormDialog
			title={team ? words.editTitle(team.name) : words.addTitle}
			action={team ? save : words.add}
			isReady={!isBusy}
			error={error}
			onSubmit={() => void submit()}
			onClose={onClose}
		>
			<p>{words.text}</p>
			<TextField
				label={words.team}
				value={name}
				maxLength={255}
				error={isChecked && !isNamed ? words.needName : undefined}
				onInput={({ currentTarget }) => setName(currentTarget.value)}
			/>
			<CheckList
				label={words.members}
				choices={(members.data ?? []).map(({ userId, user }) => ({
					value: userId,
					label: user.name === "" ? user.email : `${user.name}, ${user.email}`,
				}))}
				chosen={people}
				onChange={setPeople}
				empty={words.nobody}
			/>
			<SiteCheckList
				label={words.sites}
				organizationId={organization.id}
				chosen={sites}
				onChange={setSites}
				empty={words.noSites}
			/>
		</FormDialog>
	);
};

interface Listed {
	text: string;
	/** Shown directly after the text. */
	mark?: ComponentChildren;
}

/** Groups of members, and the sites that only they may see. */
export const Teams = ({ organization, which, links }: SectionProps) => {
	const frame = useWords();
	const { locale } = useWording();
	const { table, actionsHead, teams: words } = useAreaWords("around");
	const report = useTeams(organization.id);
	const [edited, setEdited] = useState<Team | "new">();
	const [deleted, setDeleted] = useState<Team>();
	const mayChange = isAdministrator(organization.role);
	const list = new Intl.ListFormat(locale, { type: "unit" });
	const add = (
		<Button kind="main" onClick={() => setEdited("new")}>
			<Icon name="plus" />
			{words.add}
		</Button>
	);
	const listed = (items: readonly Listed[], none: string) => {
		const marks = items.map(({ mark }) => mark).values();
		const nodes = list
			.formatToParts(items.map(({ text }) => text))
			.map(({ type, value }) => [value, type === "element" && marks.next().value]);
		return (
			<span class={css["cell"]}>
				{items.length === 0 ? <span class="mut">{none}</span> : nodes}
			</span>
		);
	};
	return (
		<>
			<PageHead
				title={frame.menu.teams}
				of={organization.name}
				aside={which}
				actions={mayChange && (report.data?.length ?? 0) > 0 && add}
			/>
			{links}
			<ReportPanel label={frame.menu.teams} report={report}>
				{(teams) =>
					teams.length === 0 ? (
						<CardState icon="people" title={words.empty} action={mayChange && add}>
							{mayChange ? words.emptyText : words.emptyMember}
						</CardState>
					) : (
						<Table<Team>
							label={table(frame.menu.teams)}
							rows={teams}
							keyOf={({ id }) => id}
							columns={[
								{ id: "name", head: words.team, cell: ({ name }) => <b>{name}</b> },
								{
									id: "members",
									head: words.members,
									cell: ({ members }) =>
										listed(
											members.map(({ userName, userEmail, emailVerified }) => ({
												text: userName || userEmail,
												mark: !emailVerified && [" ", <UnverifiedMark key="mark" />],
											})),
											words.nobody,
										),
								},
								{
									id: "sites",
									head: words.sites,
									cell: ({ sites }) =>
										listed(
											sites.map(({ domain }) => ({ text: domain })),
											words.none,
										),
								},
								{
									id: "actions",
									head: actionsHead,
									isHeadHidden: true,
									isNumber: true,
									cell: (team) =>
										mayChange && (
											<RowMenu
												name={team.name}
												items={[
													{ id: "edit", label: words.edit, onPick: () => setEdited(team) },
													{ id: "delete", label: words.delete, onPick: () => setDeleted(team) },
												]}
											/>
										),
								},
							]}
						/>
					)
				}
			</ReportPanel>
			{edited && (
				<TeamForm
					team={edited === "new" ? undefined : edited}
					organization={organization}
					onClose={() => setEdited(undefined)}
				/>
			)}
			{deleted && (
				<Confirm
					title={words.deleteTitle(deleted.name)}
					action={words.deleteIt}
					change={() => deleteTeam(organization.id, deleted.id)}
					onDone={() => {
						toast(words.deleted);
						setDeleted(undefined);
					}}
					onClose={() => setDeleted(undefined)}
				>
					{words.deleteText}
				</Confirm>
			)}
		</>
	);
};
