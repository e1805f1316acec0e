import { failureOf } from "../../api/failure.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWrite } from "../../layout/write/use-write.ts";
import { Banner } from "../../ui/banner.tsx";
import { Switch } from "../../ui/form/choice.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import accessCss from "../shared/access/access.module.css";
import {
	requireFactor,
	resetFactorOf,
	useSignInPolicy,
} from "../shared/access/factor-policy-api.ts";
import { type Member, memberName } from "../shared/access/organization-api.ts";
import { ReportPanel } from "../shared/report/report-panel.tsx";
import { Confirm } from "../shared/write/confirm.tsx";

/** Whether everyone in the organization needs a second factor. */
export const SignInPolicy = ({ organization }: { organization: string }) => {
	const texts = useAreaWords("factor").policy;
	const report = useSignInPolicy(organization);
	const { isBusy, failure, error, write } = useWrite();
	const change = (isOn: boolean) =>
		write(async () => {
			await requireFactor(organization, isOn);
			toast(isOn ? texts.isOn : texts.isOff);
		});
	return (
		<ReportPanel label={texts.title} title={texts.title} report={report} rows={1}>
			{({ requiresSecondFactor, members, membersWithoutFactor }) => (
				<div class={accessCss["policy"]}>
					<Switch
						label={texts.label}
						isOn={requiresSecondFactor}
						isDisabled={isBusy}
						onChange={(isOn) => void change(isOn)}
					/>
					<p class="sec">
						{texts.text}{" "}
						{membersWithoutFactor > 0 &&
							texts.without(String(membersWithoutFactor), String(members))}
					</p>
					{error && (
						<Banner tone="bad">
							{failure?.code === "SECOND_FACTOR_NEEDED_FIRST" ? texts.needOwn : error}
						</Banner>
					)}
				</div>
			)}
		</ReportPanel>
	);
};

interface ResetFactorProps {
	organization: string;
	member: Member;
	onClose(): void;
}

/** Sends a member who lost their phone the link that removes the second factor. */
export const ResetMemberFactor = ({ organization, member, onClose }: ResetFactorProps) => {
	const texts = useAreaWords("factor").policy;
	const refusals: Readonly<Record<string, string>> = {
		NO_SECOND_FACTOR: texts.noFactor,
		MAIL_NOT_SET_UP: texts.noMail,
		EMAIL_NOT_VERIFIED: texts.notVerified,
		FORBIDDEN: texts.notAllowed,
	};
	const send = async () => {
		try {
			await resetFactorOf(organization, member.id);
		} catch (thrown) {
			const text = refusals[failureOf(thrown).code];
			if (text === undefined) throw thrown;
			toast(text);
			return onClose();
		}
		toast(texts.sent);
		onClose();
	};
	return (
		<Confirm
			title={texts.resetTitle(memberName(member))}
			action={texts.resetDo}
			change={send}
			onClose={onClose}
		>
			{texts.resetText(member.user.email)}
		</Confirm>
	);
};
