import { answerOf, client } from "../../api/client.ts";
import { useReport } from "../../api/use-report.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { Button } from "../../ui/button.tsx";
import { roleIn } from "../shared/access/member-rights.ts";
import { andInvalidate } from "../shared/access/organization-api.ts";
import { useQuickWrite } from "../shared/write/use-quick-write.ts";
import css from "./account.module.css";

const KEY = ["own-invitations"];

const decide = (invitationId: string, answer: "accept" | "decline") =>
	andInvalidate(
		answerOf(
			answer === "accept"
				? client.POST("/api/user/invitations/{invitationId}/accept", {
						params: { path: { invitationId } },
					})
				: client.POST("/api/user/invitations/{invitationId}/decline", {
						params: { path: { invitationId } },
					}),
		),
		KEY,
		["organizations"],
	);

/** Invitations that wait for the person's consent; nothing if there are none. */
export const WaitingInvitations = () => {
	const words = useAreaWords("around");
	const quickly = useQuickWrite();
	const { data = [] } = useReport({
		key: KEY,
		keepsPrevious: false,
		fetch: async (signal) => (await answerOf(client.GET("/api/user/invitations", { signal }))).data,
	});
	if (data.length === 0) return null;
	const texts = words.account.waiting;
	return (
		<section class="panel pad" aria-label={texts.title}>
			<h2>{texts.title}</h2>
			<ul class={css["rows"]}>
				{data.map(({ id, organizationName, invitedBy, role }) => (
					<li key={id}>
						<span>
							{organizationName}
							<span class={css["small"]}>{texts.by(invitedBy, words.role[roleIn(role)])}</span>
						</span>
						<Button
							aria-label={texts.declineOf(organizationName)}
							onClick={() =>
								void quickly(() => decide(id, "decline"), texts.declined(organizationName))
							}
						>
							{texts.decline}
						</Button>
						<Button
							kind="main"
							aria-label={texts.acceptOf(organizationName)}
							onClick={() =>
								void quickly(() => decide(id, "accept"), texts.joined(organizationName))
							}
						>
							{texts.accept}
						</Button>
					</li>
				))}
			</ul>
		</section>
	);
};
