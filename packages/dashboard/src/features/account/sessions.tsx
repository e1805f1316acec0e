import { useAreaWords } from "../../i18n/areas.ts";
import { Button } from "../../ui/button.tsx";
import { Badge } from "../../ui/form/choice.tsx";
import { useClientText } from "../shared/activity/use-client-text.ts";
import { ReportPanel } from "../shared/report/report-panel.tsx";
import { useOwnMoment } from "../shared/time/use-own-moment.ts";
import { useQuickWrite } from "../shared/write/use-quick-write.ts";
import css from "./account.module.css";
import { endOtherSessions, endSession, useSessions } from "./account-api.ts";

/** The person's sessions; each can be ended here. */
export const Sessions = () => {
	const words = useAreaWords("around").account;
	const { momentText } = useOwnMoment();
	const report = useSessions();
	const quickly = useQuickWrite();
	const activity = useAreaWords("activity");
	const { deviceText, placeText } = useClientText();
	return (
		<ReportPanel
			label={words.sessions}
			title={words.sessions}
			report={report}
			aside={
				(report.data?.length ?? 0) > 1 && (
					<Button kind="quiet" onClick={() => void quickly(endOtherSessions, words.othersEnded)}>
						{words.endOthers}
					</Button>
				)
			}
		>
			{(sessions) => (
				<ul class={css["rows"]}>
					{sessions.map(({ id, token, isThis, ...session }) => (
						<li key={id}>
							<span>
								<span class="row wrap">
									{deviceText(session)} {isThis && <Badge tone="accent">{words.thisOne}</Badge>}
								</span>
								<span class={css["small"]}>
									{placeText(session)}. {activity.since(momentText(session.createdAt))},{" "}
									{session.lastSeenAt && !isThis
										? activity.lastSeen(momentText(session.lastSeenAt))
										: activity.until(momentText(session.expiresAt))}
								</span>
							</span>
							{!isThis && (
								<Button
									aria-label={words.endOf(deviceText(session))}
									onClick={() => void quickly(() => endSession(token), words.ended)}
								>
									{words.end}
								</Button>
							)}
						</li>
					))}
				</ul>
			)}
		</ReportPanel>
	);
};
