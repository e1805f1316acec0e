import { ReportFailure } from "../../../layout/report-failure.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { CardState, SkeletonBlock } from "../../../ui/card-state.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { useReportMails } from "./mail-api.ts";
import { MailForm } from "./mail-form.tsx";
import { MailListPanel } from "./mail-list.tsx";
import { MailPage } from "./mail-page.tsx";
import type { MailPlace } from "./mail-place.ts";
import { useMailWords } from "./use-mail-words.ts";

const Found = ({ id, isEdited, place }: { id: string; isEdited: boolean; place: MailPlace }) => {
	const words = useMailWords();
	const report = useReportMails(place.organizationId);
	const mail = report.data?.data.find(({ reportMailId }) => String(reportMailId) === id);
	if (mail)
		return isEdited && mail.canEdit ? (
			<MailForm key={id} {...{ mail, place }} />
		) : (
			<MailPage key={id} {...{ mail, place }} />
		);
	if (report.data === undefined && report.state !== "failed") return <SkeletonBlock height={20} />;
	return (
		<Panel label={words.title}>
			{report.data === undefined ? (
				<ReportFailure report={report} />
			) : (
				<CardState
					icon="info"
					title={words.unknown}
					action={<LinkButton href={place.linkTo([])}>{words.all}</LinkButton>}
				>
					{words.unknownText}
				</CardState>
			)}
		</Panel>
	);
};

/** Reports by mail: the list, a form, or one of them, as the path says. */
export const ReportMails = ({ place }: { place: MailPlace }) => {
	const [which, action] = place.rest;
	if (which === undefined || (which === "new" && !place.mayWrite))
		return <MailListPanel place={place} />;
	if (which === "new") return <MailForm key="new" place={place} />;
	return <Found id={which} isEdited={action === "edit"} place={place} />;
};
