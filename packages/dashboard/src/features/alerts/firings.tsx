import { useState } from "preact/hooks";
import { durationText } from "../../format/duration.ts";
import { countText } from "../../format/number.ts";
import { ReportPending } from "../../layout/report-pending.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { CardState } from "../../ui/card-state.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Badge } from "../../ui/form/choice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { usePageLink } from "../shared/report/crumbs.tsx";
import { useSiteMoment } from "../shared/time/use-site-moment.ts";
import { type Alert, type AlertEvent, useAlertEvents } from "./alert-api.ts";
import css from "./alerts.module.css";
import { metricNumberText, type RuleWording, shareText } from "./rule-text.ts";

const EVENTS_AT_ONCE = 20;

/** The metric that the numbers of a firing are of. */
const metricOf = ({ rule }: Alert): string =>
	rule.metric ?? (rule.condition === "new_error" ? "errors" : "pageviews");

const Numbers = ({
	event: { numbers },
	alert,
	wording,
}: {
	event: AlertEvent;
	alert: Alert;
	wording: RuleWording;
}) => {
	const { one: texts } = wording.own;
	const { locale } = wording.naming;
	const moment = useSiteMoment();
	const { condition } = alert.rule;
	const number = (value: number | null | undefined) =>
		value === undefined || value === null
			? undefined
			: metricNumberText(metricOf(alert), value, wording);
	const { value, threshold, expected, since, samples } = numbers;
	const limit =
		condition === "change" && threshold !== undefined
			? shareText(threshold, locale)
			: number(threshold);
	return (
		<>
			<Facts
				facts={[
					[texts.numbers.value, number(value)],
					[texts.numbers.expected, number(expected)],
					[texts.numbers.threshold, limit],
					[texts.numbers.since, since && moment(since)],
					[
						condition === "unusual" ? texts.numbers.weeks : texts.numbers.samples,
						samples !== undefined && countText(samples, locale),
					],
				]}
			/>
			{numbers.errors && numbers.errors.length > 0 && (
				<ul class={css["errors"]} aria-label={texts.errors}>
					{numbers.errors.map(({ message, count, isBack }) => (
						<li key={message}>
							<code>{message}</code>
							<span class="mut nw">
								{countText(count, locale)} · {isBack ? texts.isBack : texts.isNew}
							</span>
						</li>
					))}
				</ul>
			)}
		</>
	);
};

const Firing = (props: { event: AlertEvent; alert: Alert; wording: RuleWording }) => {
	const { event, wording } = props;
	const { own, naming } = wording;
	const moment = useSiteMoment();
	const { startedAt, endedAt, sentences } = event;
	const seconds =
		endedAt === null ? undefined : (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
	return (
		<li class={css["firing"]}>
			<div class={css["firingHead"]}>
				<h3>
					<time dateTime={startedAt}>{moment(startedAt)}</time>
				</h3>
				{seconds === undefined ? (
					<Badge tone="bad">{own.one.ongoing}</Badge>
				) : (
					<span class="mut">{own.one.lasted(durationText(seconds, naming.locale))}</span>
				)}
			</div>
			<ul class={css["sentences"]} aria-label={own.one.why}>
				{sentences.map((sentence) => (
					<li key={sentence}>{sentence}</li>
				))}
			</ul>
			<Numbers {...props} />
		</li>
	);
};

/** Each time that an alert fired, with the reason. */
export const Firings = ({ alert, wording }: { alert: Alert; wording: RuleWording }) => {
	const { one: texts } = wording.own;
	const pageLink = usePageLink();
	const [count, setCount] = useState(EVENTS_AT_ONCE);
	const report = useAlertEvents(alert.alertId, count);
	const events = report.data;
	return (
		<Panel
			label={texts.firings}
			title={texts.firings}
			isStale={report.state === "refetching"}
			foot={
				events &&
				events.length === count && (
					<Button kind="quiet" onClick={() => setCount(count + EVENTS_AT_ONCE)}>
						{texts.earlier}
					</Button>
				)
			}
		>
			{events === undefined ? (
				<ReportPending report={report} rows={4} isInset />
			) : events.length === 0 ? (
				<CardState
					icon="pulse"
					title={texts.noFirings}
					action={
						alert.canEdit && (
							<LinkButton href={pageLink("alerts", String(alert.alertId), "edit")}>
								{wording.own.dry.run}
							</LinkButton>
						)
					}
				>
					{texts.noFiringsText}
				</CardState>
			) : (
				<ol class={css["firings"]}>
					{events.map((event) => (
						<Firing key={event.eventId} {...{ event, alert, wording }} />
					))}
				</ol>
			)}
		</Panel>
	);
};
