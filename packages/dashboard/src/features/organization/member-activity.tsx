import { useState } from "preact/hooks";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWrite } from "../../layout/write/use-write.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { type Member, memberName } from "../shared/access/organization-api.ts";
import css from "../shared/activity/activity.module.css";
import {
	endSessionsOf,
	type MemberSession,
	SIGN_INS_PAGE_SIZE,
	useMemberSessions,
	useMemberSignIns,
} from "../shared/activity/activity-api.ts";
import { SignInTable } from "../shared/activity/sign-in-table.tsx";
import { useClientText } from "../shared/activity/use-client-text.ts";
import { PageButtons } from "../shared/list/pager.tsx";
import { ReportPanel } from "../shared/report/report-panel.tsx";
import { useOwnMoment } from "../shared/time/use-own-moment.ts";

interface MemberActivityProps {
	organization: string;
	member: Member;
	onClose(): void;
}

const SessionRow = ({ session }: { session: MemberSession }) => {
	const words = useAreaWords("activity");
	const { momentText } = useOwnMoment();
	const { deviceText, placeText } = useClientText();
	const { createdAt, lastSeenAt } = session;
	return (
		<li>
			<span>
				{deviceText(session)}, {placeText(session)}
			</span>
			<span class={css["small"]}>
				{words.since(momentText(createdAt))}
				{lastSeenAt !== null && `, ${words.lastSeen(momentText(lastSeenAt))}`}
			</span>
		</li>
	);
};

/** Where a member is signed in, and the member's sign-ins; an administrator can end all sessions. */
export const MemberActivity = ({ organization, member, onClose }: MemberActivityProps) => {
	const words = useAreaWords("activity");
	const name = memberName(member);
	const sessions = useMemberSessions(organization, member.id);
	const [page, setPage] = useState(1);
	const signIns = useMemberSignIns(organization, member.id, page);
	const { isBusy, error, write } = useWrite();
	const end = async () => {
		if (!(await write(() => endSessionsOf(organization, member.id)))) return;
		toast(words.member.ended(name));
	};
	const count = signIns.data?.totalCount ?? 0;
	return (
		<Dialog
			title={words.member.title(name)}
			look="broad"
			onClose={onClose}
			foot={
				<>
					<Button kind="quiet" onClick={onClose}>
						{words.member.close}
					</Button>
					<Button
						kind="solid"
						disabled={isBusy || (sessions.data?.length ?? 0) === 0}
						onClick={() => void end()}
					>
						{words.member.end}
					</Button>
				</>
			}
		>
			<ReportPanel label={words.member.sessions} report={sessions} rows={2}>
				{(all) =>
					all.length === 0 ? (
						<p class={css["none"]}>{words.member.none}</p>
					) : (
						<ul class={css["sessions"]}>
							{all.map((session) => (
								<SessionRow key={session.id} session={session} />
							))}
						</ul>
					)
				}
			</ReportPanel>
			<p class="sec">{words.member.endText}</p>
			{error && <Banner tone="bad">{error}</Banner>}
			<ReportPanel
				label={words.signIns}
				title={words.signIns}
				report={signIns}
				rows={4}
				foot={
					count > SIGN_INS_PAGE_SIZE && (
						<PageButtons
							page={page}
							hasNext={page * SIGN_INS_PAGE_SIZE < count}
							onPage={setPage}
							kind="tool"
							show="icon"
						/>
					)
				}
			>
				{({ data }) => (
					<SignInTable
						label={words.signIns}
						signIns={data}
						isStale={signIns.state === "refetching"}
					/>
				)}
			</ReportPanel>
		</Dialog>
	);
};
