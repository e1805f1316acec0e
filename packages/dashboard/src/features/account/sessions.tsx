import { useAreaWords } from "../../i18n/areas.ts";
import { Button } from "../../ui/button.tsx";
import { Badge } from "../../ui/form/choice.tsx";
import { ReportPanel } from "../shared/report/report-panel.tsx";
import { useOwnMoment } from "../shared/time/use-own-moment.ts";
import { useQuickWrite } from "../shared/write/use-quick-write.ts";
import css from "./account.module.css";
import { endOtherSessions, endSession, useSessions } from "./account-api.ts";
import { deviceOf } from "./device.ts";

/** The person's sessions; each can be ended here. */
export const Sessions = () => {
	const words = useAreaWords("around").account;
	const { momentText } = useOwnMoment();
	const report = useSessions();
	const quickly = useQuickWrite();
	const nameOf = (userAgent: string | null | undefined) => {
		const { browser, system } = deviceOf(userAgent);
		if (browser && system) return words.device(browser, system);
		return browser ?? system ?? words.unknownDevice;
	};
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
					{sessions.map(({ id, token, userAgent, createdAt, expiresAt, isThis }) => (
						<li key={id}>
							<span>
								<span class="row wrap">
									{nameOf(userAgent)} {isThis && <Badge tone="accent">{words.thisOne}</Badge>}
								</span>
								<span class={css["small"]}>
									{words.since(momentText(createdAt))}, {words.until(momentText(expiresAt))}
								</span>
							</span>
							{!isThis && (
								<Button
									aria-label={words.endOf(nameOf(userAgent))}
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
