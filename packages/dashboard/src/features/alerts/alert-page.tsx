import { useWords } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { Popover, PopoverBody } from "../../ui/overlay/popover.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Crumbs, usePageLink } from "../shared/report/crumbs.tsx";
import type { Alert } from "./alert-api.ts";
import { COOLDOWNS } from "./alert-draft.ts";
import css from "./alerts.module.css";
import { Firings } from "./firings.tsx";
import { namesGoalIn, type RuleWording, ruleText } from "./rule-text.ts";
import { StateBadge } from "./state-badge.tsx";
import { useAlertActions } from "./use-alert-actions.tsx";
import { useChannelNames } from "./use-channel-names.ts";
import { useRuleWording } from "./use-rule-wording.ts";

const Actions = ({ alert, own }: { alert: Alert; own: RuleWording["own"] }) => {
	const { one: texts } = own;
	const pageLink = usePageLink();
	const { pauses, items, dialog } = useAlertActions(alert);
	const remove = items.find(({ id }) => id === "delete");
	const resume = pauses.find(({ id }) => id === "resume");
	return (
		<>
			<Button kind="tool" onClick={remove?.onPick}>
				{own.delete}
			</Button>
			{resume ? (
				<Button kind="tool" onClick={resume.onPick}>
					{texts.resume}
				</Button>
			) : (
				<Popover title={texts.pauseFor} size="s" button={texts.pause}>
					{(close) => (
						<PopoverBody>
							<Menu label={texts.pauseFor} items={pauses} onDone={close} />
						</PopoverBody>
					)}
				</Popover>
			)}
			<LinkButton kind="main" href={pageLink("alerts", String(alert.alertId), "edit")}>
				{own.edit}
			</LinkButton>
			{dialog}
		</>
	);
};

const Rule = ({ alert, wording }: { alert: Alert; wording: RuleWording }) => {
	const { own } = wording;
	const { one: texts, form } = own;
	const channelNames = useChannelNames();
	const { rule, userName } = alert;
	const { quietHours, cooldownMinutes } = rule;
	const cooldown = COOLDOWNS.find((one) => one === cooldownMinutes);
	return (
		<Panel label={texts.settings} title={texts.settings} isPadded>
			<p class={css["lead"]}>{ruleText(rule, wording)}</p>
			<Facts
				facts={[
					[texts.tells, channelNames(rule.channelIds) || texts.nobody],
					[
						texts.cooldown,
						cooldown === undefined
							? form.minutes(String(cooldownMinutes))
							: form.cooldowns[cooldown],
					],
					[
						texts.quietHours,
						quietHours && `${quietHours.from} – ${quietHours.to} (${quietHours.timeZone})`,
					],
					[texts.createdBy, userName],
				]}
			/>
		</Panel>
	);
};

/** One alert: its state, its rule, and why it fired. */
export const AlertPage = ({ alert }: { alert: Alert }) => {
	const words = useWords();
	const wording = useRuleWording(namesGoalIn(alert.rule));
	const { own } = wording;
	const { site } = useSiteView();
	const { name, state, reason, canEdit } = alert;
	return (
		<>
			<PageHead
				title={`${name} · ${words.page.alerts}`}
				of={site.domain}
				aside={<StateBadge alert={alert} />}
				actions={canEdit && <Actions alert={alert} own={own} />}
			>
				<Crumbs page="alerts" name={name} />
			</PageHead>
			<div class={css["page"]}>
				{reason !== null && (
					<Banner tone={state === "broken" ? "warn" : "info"}>
						{state === "broken" && (
							<p>
								<b>{own.one.broken}</b>
							</p>
						)}
						<p>{reason}</p>
					</Banner>
				)}
				<Rule alert={alert} wording={wording} />
				<Firings alert={alert} wording={wording} />
			</div>
		</>
	);
};
