import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { ReportPending } from "../../layout/report-pending.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { LinkButton } from "../../ui/button.tsx";
import { CardState } from "../../ui/card-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Panel } from "../../ui/panel.tsx";
import { RowMenu } from "../shared/access/row-menu.tsx";
import { usePageLink } from "../shared/report/crumbs.tsx";
import { GuideLink } from "../shared/report/guide-link.tsx";
import { useSiteMoment } from "../shared/time/use-site-moment.ts";
import { type Alert, useAlerts } from "./alert-api.ts";
import { inOrderOfState, isOngoing } from "./alert-state.ts";
import css from "./alerts.module.css";
import { namesGoalIn, type RuleWording, ruleText } from "./rule-text.ts";
import { StateBadge } from "./state-badge.tsx";
import { Suggestions } from "./suggestions.tsx";
import { useAlertActions } from "./use-alert-actions.tsx";
import { useChannelNames } from "./use-channel-names.ts";
import { useRuleWording } from "./use-rule-wording.ts";

const LastFired = ({ alert }: { alert: Alert }) => {
	const { list: texts } = useAreaWords("alerts");
	const moment = useSiteMoment();
	const { lastEvent } = alert;
	const when =
		lastEvent === null
			? texts.never
			: isOngoing(alert)
				? texts.nowFiring
				: moment(lastEvent.startedAt);
	return (
		<span class={css["last"]}>
			<span class="mut">{texts.last}</span> <span class="nw">{when}</span>
		</span>
	);
};

const AlertRow = ({
	alert,
	wording,
	channelNames,
}: {
	alert: Alert;
	wording: RuleWording;
	channelNames(ids: readonly number[]): string;
}) => {
	const { list: texts } = wording.own;
	const pageLink = usePageLink();
	const { items, dialog } = useAlertActions(alert);
	const { alertId, name, rule, reason, canEdit } = alert;
	const told = channelNames(rule.channelIds);
	return (
		<li class={css["row"]}>
			<div class={css["what"]}>
				<a class="link" href={pageLink("alerts", String(alertId))}>
					<b>{name}</b>
				</a>
				<p class="sec">{ruleText(rule, wording)}</p>
				{reason !== null && (
					<p class={css["reason"]}>
						<Icon name={alert.state === "broken" ? "warning" : "info"} />
						<span>{reason}</span>
					</p>
				)}
				<p class={css["small"]}>{told === "" ? texts.noChannel : texts.told(told)}</p>
			</div>
			<StateBadge alert={alert} />
			<LastFired alert={alert} />
			<span class={css["menu"]}>{canEdit && <RowMenu name={name} items={items} />}</span>
			{dialog}
		</li>
	);
};

const Rows = ({ alerts }: { alerts: readonly Alert[] }) => {
	const wording = useRuleWording(alerts.some(({ rule }) => namesGoalIn(rule)));
	const channelNames = useChannelNames();
	return (
		<ul class={css["rows"]}>
			{inOrderOfState(alerts).map((alert) => (
				<AlertRow key={alert.alertId} {...{ alert, wording, channelNames }} />
			))}
		</ul>
	);
};

/** All alerts of the site with their states, and suggestions for others. */
export const AlertList = () => {
	const own = useAreaWords("alerts");
	const words = useWords();
	const { site, mayWrite } = useSiteView();
	const pageLink = usePageLink();
	const report = useAlerts();
	const add = mayWrite && (
		<LinkButton kind="main" href={pageLink("alerts", "new")}>
			<Icon name="plus" />
			{own.add}
		</LinkButton>
	);
	return (
		<>
			<PageHead
				title={words.page.alerts}
				of={site.domain}
				actions={
					<>
						<GuideLink to="guides/alerts-and-mails" />
						{add}
					</>
				}
			/>
			<div class={css["page"]}>
				<Panel label={own.list.title}>
					{report.data === undefined ? (
						<ReportPending report={report} rows={3} isInset />
					) : report.data.length === 0 ? (
						<CardState icon="pulse" title={own.list.empty}>
							{mayWrite && own.list.emptyText}
						</CardState>
					) : (
						<Rows alerts={report.data} />
					)}
				</Panel>
				{report.data && mayWrite && <Suggestions alerts={report.data} />}
			</div>
		</>
	);
};
