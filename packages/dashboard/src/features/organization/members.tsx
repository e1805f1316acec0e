import { useState } from "preact/hooks";
import { isAdministrator } from "../../api/sites.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { joinIsolated } from "../../i18n/isolated.ts";
import { useWords } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { useWrite } from "../../layout/write/use-write.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Badge } from "../../ui/form/choice.tsx";
import { SelectField, TextField } from "../../ui/form/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import type { MenuItem } from "../../ui/overlay/menu.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { Table } from "../../ui/table.tsx";
import accessCss from "../shared/access/access.module.css";
import { isEmail } from "../shared/access/is-email.ts";
import { mayAssign, mayChange, roleIn } from "../shared/access/member-rights.ts";
import {
	changeRole,
	createAccount,
	type Member,
	memberName,
	type Role,
	removeMember,
	useMembers,
} from "../shared/access/organization-api.ts";
import { RowMenu } from "../shared/access/row-menu.tsx";
import { ReportPanel } from "../shared/report/report-panel.tsx";
import { useOwnMoment } from "../shared/time/use-own-moment.ts";
import { Confirm } from "../shared/write/confirm.tsx";
import { useQuickWrite } from "../shared/write/use-quick-write.ts";
import { MemberActivity } from "./member-activity.tsx";
import { MemberSites } from "./member-sites.tsx";
import css from "./organization.module.css";
import type { SectionProps } from "./section.ts";
import { SignInPanels } from "./sign-in-panels.tsx";
import { ResetMemberFactor } from "./sign-in-policy.tsx";
import { UnverifiedMark } from "./unverified-mark.tsx";

const NewAccount = ({
	organization,
	onClose,
}: Pick<SectionProps, "organization"> & { onClose(): void }) => {
	const words = useAreaWords("around");
	const [email, setEmail] = useState("");
	const [name, setName] = useState("");
	const [password, setPassword] = useState("");
	const [role, setRole] = useState<Role>("member");
	const [isChecked, setIsChecked] = useState(false);
	const { isBusy, error, write } = useWrite();
	const isFine = isEmail(email) && password.length >= 8;
	const submit = async () => {
		setIsChecked(true);
		if (!isFine) return;
		const body = {
			email: email.trim(),
			password,
			role,
			...(name.trim() !== "" && { name: name.trim() }),
		};
		if (!(await write(() => createAccount(organization.id, body)))) return;
		toast(words.members.created(body.email));
		onClose();
	};
	return (
		<FormDialog
			title={words.members.addTitle}
			action={words.members.add}
			isReady={!isBusy}
			error={error}
			onSubmit={() => void submit()}
			onClose={onClose}
		>
			<p>{words.members.addText}</p>
			<TextField
				label={words.email}
				type="email"
				autocomplete="off"
				value={email}
				error={isChecked && !isEmail(email) ? words.invitations.needEmail : undefined}
				onInput={({ currentTarget }) => setEmail(currentTarget.value)}
			/>
			<TextField
				label={words.name}
				autocomplete="off"
				value={name}
				maxLength={255}
				onInput={({ currentTarget }) => setName(currentTarget.value)}
			/>
			<TextField
				label={words.members.password}
				type="password"
				autocomplete="new-password"
				hint={words.members.passwordHint}
				value={password}
				error={isChecked && password.length < 8 ? words.account.tooShort : undefined}
				onInput={({ currentTarget }) => setPassword(currentTarget.value)}
			/>
			<SelectField<Role>
				label={words.roleLabel}
				value={role}
				choices={mayAssign(organization.role).map((one) => [one, words.role[one]])}
				onChoose={setRole}
			/>
		</FormDialog>
	);
};

const Who = ({ member, isOwn }: { member: Member; isOwn: boolean }) => {
	const words = useAreaWords("around");
	return (
		<span class={accessCss["who"]}>
			<span class="row">
				{memberName(member)} {isOwn && <Badge>{words.you}</Badge>}
			</span>
			<span class={accessCss["small"]}>{member.user.email}</span>
			{!member.user.emailVerified && <UnverifiedMark />}
		</span>
	);
};

const RoleCell = ({
	member,
	organization,
}: { member: Member } & Pick<SectionProps, "organization">) => {
	const words = useAreaWords("around");
	const quickly = useQuickWrite();
	const role = roleIn(member.role);
	if (!mayChange(organization.role, role)) return <span class="nw">{words.role[role]}</span>;
	const name = memberName(member);
	const change = (to: Role) => changeRole(organization.id, member.id, to);
	return (
		<div class={css["role"]}>
			<SelectField<Role>
				isBare
				label={words.members.roleOf(name)}
				value={role}
				choices={mayAssign(organization.role).map((one) => [one, words.role[one]])}
				onChoose={(to) =>
					void quickly(
						() => change(to),
						words.members.roleChanged(name, words.role[to]),
						() => change(role),
					)
				}
			/>
		</div>
	);
};

const SitesCell = ({
	member,
	organization,
}: { member: Member } & Pick<SectionProps, "organization">) => {
	const words = useAreaWords("around").members;
	const { siteAccess, teams } = member;
	const isLimited = siteAccess.hasRestrictedSiteAccess && !isAdministrator(roleIn(member.role));
	return (
		<span class={accessCss["who"]}>
			{isLimited
				? words.someSites(String(siteAccess.siteIds.length), String(organization.siteCount))
				: words.allSites}
			{teams.length > 0 && (
				<span class={accessCss["small"]}>
					{words.viaTeams(
						joinIsolated(
							teams.map(({ name }) => name),
							", ",
						),
					)}
				</span>
			)}
		</span>
	);
};

const Removing = ({
	member,
	organization,
	onClose,
}: { member: Member; onClose(): void } & Pick<SectionProps, "organization">) => {
	const words = useAreaWords("around").members;
	return (
		<Confirm
			title={words.removeTitle(memberName(member))}
			action={words.removeIt}
			change={() => removeMember(organization.id, member.id)}
			onDone={() => {
				toast(words.removed(memberName(member)));
				onClose();
			}}
			onClose={onClose}
		>
			{words.removeText(organization.name)}
		</Confirm>
	);
};

const AddButtons = ({
	organization,
	onAdd,
}: { onAdd(): void } & Pick<SectionProps, "organization">) => {
	const words = useAreaWords("around").members;
	const { linkTo } = useAddress();
	return (
		<>
			<Button onClick={onAdd}>{words.add}</Button>
			<LinkButton
				kind="main"
				href={`${linkTo({ to: "organization", rest: [organization.id, "invitations"] })}?open=invite`}
			>
				<Icon name="plus" />
				{words.invite}
			</LinkButton>
		</>
	);
};

/** The members of the organization, their roles, and the sites they may see. */
export const Members = ({ organization, ownId, which, links }: SectionProps) => {
	const frame = useWords();
	const words = useAreaWords("around");
	const { linkTo } = useAddress();
	const { dayText } = useOwnMoment();
	const report = useMembers(organization.id);
	const [isAdding, setIsAdding] = useState(false);
	const [limited, setLimited] = useState<Member>();
	const [leaving, setLeaving] = useState<Member>();
	const [resetting, setResetting] = useState<Member>();
	const [watched, setWatched] = useState<Member>();
	const { open } = useAreaWords("activity").member;
	const { policy } = useAreaWords("factor");
	const isAdmin = isAdministrator(organization.role);
	const itemsFor = (member: Member): MenuItem[] => {
		if (member.userId === ownId)
			return [
				{ id: "leave", label: words.members.leave, href: linkTo({ to: "account", rest: [] }) },
			];
		if (!mayChange(organization.role, roleIn(member.role))) return [];
		return [
			...(isAdministrator(roleIn(member.role))
				? []
				: [{ id: "limit", label: words.members.limit, onPick: () => setLimited(member) }]),
			{ id: "activity", label: open, onPick: () => setWatched(member) },
			{ id: "factor", label: policy.reset, onPick: () => setResetting(member) },
			{ id: "remove", label: words.members.remove, onPick: () => setLeaving(member) },
		];
	};
	return (
		<>
			<PageHead
				title={frame.menu.members}
				of={organization.name}
				aside={which}
				actions={
					isAdmin && <AddButtons organization={organization} onAdd={() => setIsAdding(true)} />
				}
			/>
			{links}
			<ReportPanel label={frame.menu.members} report={report}>
				{(members) => (
					<Table<Member>
						label={words.table(frame.menu.members)}
						rows={members}
						keyOf={({ id }) => id}
						columns={[
							{
								id: "name",
								head: words.name,
								cell: (member) => <Who member={member} isOwn={member.userId === ownId} />,
							},
							{
								id: "role",
								head: words.roleLabel,
								cell: (member) => <RoleCell member={member} organization={organization} />,
							},
							{
								id: "sites",
								head: words.members.sites,
								cell: (member) => <SitesCell member={member} organization={organization} />,
							},
							{
								id: "since",
								head: words.members.since,
								cell: (member) => <span class="nw">{dayText(member.createdAt)}</span>,
							},
							{
								id: "actions",
								head: words.actionsHead,
								isHeadHidden: true,
								isNumber: true,
								cell: (member) => {
									const items = itemsFor(member);
									return items.length > 0 && <RowMenu name={memberName(member)} items={items} />;
								},
							},
						]}
					/>
				)}
			</ReportPanel>
			{isAdmin && (
				<SignInPanels organization={organization.id} isPlaced={report.state !== "loading"} />
			)}
			{resetting && (
				<ResetMemberFactor
					organization={organization.id}
					member={resetting}
					onClose={() => setResetting(undefined)}
				/>
			)}
			{watched && (
				<MemberActivity
					organization={organization.id}
					member={watched}
					onClose={() => setWatched(undefined)}
				/>
			)}
			{isAdding && <NewAccount organization={organization} onClose={() => setIsAdding(false)} />}
			{limited && (
				<MemberSites
					member={limited}
					organization={organization}
					onClose={() => setLimited(undefined)}
				/>
			)}
			{leaving && (
				<Removing
					member={leaving}
					organization={organization}
					onClose={() => setLeaving(undefined)}
				/>
			)}
		</>
	);
};
