import { useState } from "preact/hooks";
import { type Membership, useMemberships } from "../../api/sites.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button } from "../../ui/button.tsx";
import { CardState } from "../../ui/card-state.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { leaveOrganization } from "../shared/access/organization-api.ts";
import { ReportPanel } from "../shared/report/report-panel.tsx";
import { Confirm } from "../shared/write/confirm.tsx";
import css from "./account.module.css";
import { WaitingInvitations } from "./waiting-invitations.tsx";

/** The organizations of the person, with buttons to leave them. */
export const Memberships = () => {
	const words = useAreaWords("around");
	const { linkTo } = useAddress();
	const report = useMemberships(false);
	const [left, setLeft] = useState<Membership>();
	return (
		<>
			<WaitingInvitations />
			<ReportPanel
				label={words.account.organizations}
				title={words.account.organizations}
				report={report}
				rows={2}
			>
				{(organizations) =>
					organizations.length === 0 ? (
						<CardState icon="people" title={words.account.noOrganization} />
					) : (
						<ul class={css["rows"]}>
							{organizations.map((one) => (
								<li key={one.id}>
									<span>
										<a
											class="link"
											href={linkTo({ to: "organization", rest: [one.id, "members"] })}
										>
											{one.name}
										</a>
										<span class={css["small"]}>{words.role[one.role]}</span>
									</span>
									<Button aria-label={words.account.leaveOf(one.name)} onClick={() => setLeft(one)}>
										{words.account.leave}
									</Button>
								</li>
							))}
						</ul>
					)
				}
			</ReportPanel>
			{left && (
				<Confirm
					title={words.account.leaveTitle(left.name)}
					action={words.account.leave}
					change={() => leaveOrganization(left.id)}
					onDone={() => {
						toast(words.account.left(left.name));
						setLeft(undefined);
					}}
					onClose={() => setLeft(undefined)}
				>
					{words.account.leaveText}
				</Confirm>
			)}
		</>
	);
};
