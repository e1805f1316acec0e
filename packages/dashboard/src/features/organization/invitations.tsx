import { useState } from "preact/hooks";
import { apiHref } from "../../api/client.ts";
import { isAdministrator } from "../../api/sites.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { useWrite } from "../../layout/write/use-write.ts";
import { useAddress } from "../../router/use-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { CardState } from "../../ui/card-state.tsx";
import { CodeBlock } from "../../ui/copy.tsx";
import { Badge, type BadgeTone } from "../../ui/form/choice.tsx";
import { SelectField, TextField } from "../../ui/form/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { Table } from "../../ui/table.tsx";
import css from "../shared/access/access.module.css";
import { isEmail } from "../shared/access/is-email.ts";
import { mayAssign, mayChange, roleIn } from "../shared/access/member-rights.ts";
import {
	type Invitation,
	invite,
	type Role,
	useInvitations,
	withdrawInvitation,
} from "../shared/access/organization-api.ts";
import { RowMenu } from "../shared/access/row-menu.tsx";
import { ReportPanel } from "../shared/report/report-panel.tsx";
import { useOwnMoment } from "../shared/time/use-own-moment.ts";
import { useQuickWrite } from "../shared/write/use-quick-write.ts";
import { byNewest, type InvitationState, stateOf } from "./invitation-state.ts";
import type { SectionProps } from "./section.ts";

/** An invitation whose link can be shown. */
interface Sent {
	email: string;
	token: string;
	isMailed: boolean;
}

const TONES: Record<InvitationState, BadgeTone> = {
	pending: "accent",
	expired: "warn",
	accepted: "good",
	rejected: "plain",
	canceled: "plain",
};
/** How long the API keeps an invitation open. */
const VALID_MS = 48 * 60 * 60 * 1000;

const linkOf = (token: string) => apiHref(`/account/invitation#${token}`);

const NewInvitation = ({
	organization,
	onSent,
	onClose,
}: Pick<SectionProps, "organization"> & { onSent(sent: Sent): void; onClose(): void }) => {
	const words = useAreaWords("around");
	const [email, setEmail] = useState("");
	const [role, setRole] = useState<Role>("member");
	const [isChecked, setIsChecked] = useState(false);
	const { isBusy, error, write } = useWrite();
	const submit = async () => {
		setIsChecked(true);
		if (!isEmail(email)) return;
		const to = email.trim();
		await write(async () =>
			onSent({
				email: to,
				...(await invite(organization.id, { email: to, role, isAgain: false })),
			}),
		);
	};
	return (
		<FormDialog
			title={words.invitations.title}
			action={words.invitations.send}
			isReady={!isBusy}
			error={error}
			onSubmit={() => void submit()}
			onClose={onClose}
		>
			<p>{words.invitations.text}</p>
			<TextField
				label={words.email}
				type="email"
				autocomplete="off"
				value={email}
				error={isChecked && !isEmail(email) ? words.invitations.needEmail : undefined}
				onInput={({ currentTarget }) => setEmail(currentTarget.value)}
			/>
			<div class="col">
				<SelectField<Role>
					label={words.roleLabel}
					value={role}
					choices={mayAssign(organization.role).map((one) => [one, words.role[one]])}
					onChoose={setRole}
				/>
				<p class={css["small"]}>{words.roleText[role]}</p>
			</div>
		</FormDialog>
	);
};

const Link = ({ sent, onClose }: { sent: Sent; onClose(): void }) => {
	const words = useAreaWords("around").invitations;
	const { momentText } = useOwnMoment();
	const until = momentText(new Date(Date.now() + VALID_MS).toISOString());
	return (
		<Dialog
			title={words.linkTitle(sent.email)}
			onClose={onClose}
			foot={
				<Button kind="main" onClick={onClose}>
					{words.done}
				</Button>
			}
		>
			{sent.isMailed ? (
				<p>{words.linkText(sent.email, until)}</p>
			) : (
				<Banner tone="warn">
					<p>
						<b>{words.notMailed}</b> {words.notMailedText(sent.email, until)}
					</p>
				</Banner>
			)}
			<CodeBlock code={linkOf(sent.token)} />
			<p class={css["small"]}>
				{words.linkOnce} {!sent.isMailed && words.setUpMail}
			</p>
		</Dialog>
	);
};

/** Who has been invited, and whether they have joined. */
export const Invitations = ({ organization, which, links }: SectionProps) => {
	const frame = useWords();
	const words = useAreaWords("around");
	const { address, change } = useAddress();
	const { momentText } = useOwnMoment();
	const quickly = useQuickWrite();
	const report = useInvitations(organization.id);
	const [sent, setSent] = useState<Sent>();
	const now = Date.now();
	const mayInvite = isAdministrator(organization.role);
	const close = () => change({ open: undefined });
	const renew = (invitation: Invitation) =>
		quickly(async () => {
			const { email } = invitation;
			const role = roleIn(invitation.role ?? "");
			setSent({ email, ...(await invite(organization.id, { email, role, isAgain: true })) });
		}, words.invitations.made);
	const send = (
		<Button kind="main" onClick={() => change({ open: "invite" })}>
			<Icon name="plus" />
			{words.invitations.send}
		</Button>
	);
	const itemsFor = (invitation: Invitation) => {
		const state = stateOf(invitation, now);
		const isOpen = state === "pending" || state === "expired";
		if (!isOpen || !mayChange(organization.role, roleIn(invitation.role ?? ""))) return [];
		return [
			{ id: "again", label: words.invitations.again, onPick: () => void renew(invitation) },
			{
				id: "revoke",
				label: words.invitations.revoke,
				onPick: () =>
					void quickly(
						() => withdrawInvitation(organization.id, invitation.id),
						words.invitations.revoked(invitation.email),
					),
			},
		];
	};
	return (
		<>
			<PageHead
				title={frame.menu.invitations}
				of={organization.name}
				aside={which}
				actions={mayInvite && (report.data?.length ?? 0) > 0 && send}
			/>
			{links}
			<ReportPanel label={frame.menu.invitations} report={report}>
				{(invitations) =>
					invitations.length === 0 ? (
						<CardState icon="people" title={words.invitations.empty} action={mayInvite && send}>
							{words.invitations.emptyText}
						</CardState>
					) : (
						<Table<Invitation>
							label={words.table(frame.menu.invitations)}
							rows={byNewest(invitations)}
							keyOf={({ id }) => id}
							columns={[
								{ id: "email", head: words.email, cell: ({ email }) => email },
								{
									id: "role",
									head: words.roleLabel,
									cell: ({ role }) => words.role[roleIn(role ?? "")],
								},
								{
									id: "state",
									head: words.invitations.state,
									cell: (invitation) => {
										const state = stateOf(invitation, now);
										return <Badge tone={TONES[state]}>{words.invitations.states[state]}</Badge>;
									},
								},
								{
									id: "expires",
									head: words.invitations.expires,
									cell: (invitation) => (
										<span class="nw">
											{stateOf(invitation, now) === "pending"
												? momentText(invitation.expiresAt)
												: ""}
										</span>
									),
								},
								{
									id: "actions",
									head: words.actionsHead,
									isHeadHidden: true,
									isNumber: true,
									cell: (invitation) => {
										const items = itemsFor(invitation);
										return items.length > 0 && <RowMenu name={invitation.email} items={items} />;
									},
								},
							]}
						/>
					)
				}
			</ReportPanel>
			{address.open === "invite" && mayInvite && (
				<NewInvitation
					organization={organization}
					onSent={(one) => {
						setSent(one);
						close();
					}}
					onClose={close}
				/>
			)}
			{sent && <Link sent={sent} onClose={() => setSent(undefined)} />}
		</>
	);
};
