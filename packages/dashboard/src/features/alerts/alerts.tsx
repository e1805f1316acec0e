import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useAddress } from "../../router/use-address.ts";
import { LinkButton } from "../../ui/button.tsx";
import { CardState, SkeletonBlock } from "../../ui/card-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { usePageLink } from "../shared/report/crumbs.tsx";
import { useAlerts } from "./alert-api.ts";
import { AlertForm } from "./alert-form.tsx";
import { AlertList } from "./alert-list.tsx";
import { AlertPage } from "./alert-page.tsx";

/** `/alerts/3` and `/alerts/3/edit`. */
const Found = ({ id, isEdited }: { id: string; isEdited: boolean }) => {
	const own = useAreaWords("alerts");
	const words = useWords();
	const { site } = useSiteView();
	const pageLink = usePageLink();
	const report = useAlerts();
	const alert = report.data?.find(({ alertId }) => String(alertId) === id);
	if (alert)
		return isEdited && alert.canEdit ? (
			<AlertForm key={id} alert={alert} />
		) : (
			<AlertPage key={id} alert={alert} />
		);
	return (
		<>
			<PageHead title={words.page.alerts} of={site.domain} />
			{report.data === undefined && report.state !== "failed" ? (
				<SkeletonBlock height={24} />
			) : (
				<Panel label={words.page.alerts}>
					{report.data === undefined ? (
						<ReportFailure report={report} />
					) : (
						<CardState
							icon="info"
							title={own.one.unknown}
							action={<LinkButton href={pageLink("alerts")}>{own.one.all}</LinkButton>}
						>
							{own.one.unknownText}
						</CardState>
					)}
				</Panel>
			)}
		</>
	);
};

/** What the site's members are told of, and when that happened. */
const Alerts = () => {
	const { destination } = useAddress();
	const { mayWrite } = useSiteView();
	const [which, action] = destination.to === "site" ? destination.rest : [];
	if (which === undefined || (which === "new" && !mayWrite)) return <AlertList />;
	if (which === "new") return <AlertForm key="new" />;
	return <Found id={which} isEdited={action === "edit"} />;
};

export default Alerts;
