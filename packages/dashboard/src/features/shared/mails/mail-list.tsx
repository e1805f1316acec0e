import { useState } from "preact/hooks";
import { apiHref } from "../../../api/client.ts";
import { numberFormat } from "../../../format/number-format.ts";
import { pluralForm } from "../../../format/plural.ts";
import { momentText } from "../../../format/time.ts";
import { useWording } from "../../../i18n/language.ts";
import { ReportPending } from "../../../layout/report-pending.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { CardState } from "../../../ui/card-state.tsx";
import { Badge, type BadgeTone } from "../../../ui/form/choice.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { RowMenu } from "../access/row-menu.tsx";
import { Confirm } from "../write/confirm.tsx";
import { useQuickWrite } from "../write/use-quick-write.ts";
import {
	deleteReportMail,
	type MailList,
	pauseReportMail,
	type ReportMail,
	useReportMails,
} from "./mail-api.ts";
import type { MailPlace } from "./mail-place.ts";
import { lastDeliveryOf, scheduleText } from "./mail-text.ts";
import css from "./mails.module.css";
import { useMailWords } from "./use-mail-words.ts";

export const STATE_TONES: Readonly<Record<ReportMail["state"], BadgeTone>> = {
	ok: "good",
	paused: "plain",
	broken: "warn",
};

/** Formats instants in a zone, that of the place or of a schedule: `Today 08:00`. */
export const useMailMoment = ({ timeZone }: Pick<MailPlace, "timeZone">) => {
	const { locale } = useWording();
	return (iso: string, { isWithin = false } = {}) =>
		momentText(Date.parse(iso), { locale, timeZone, now: Date.now() }, { isWithin });
};

/** What became of the last mail, with the answer of the mail server if it failed. */
export const DeliveryText = ({
	delivery,
	place,
}: {
	delivery: NonNullable<ReturnType<typeof lastDeliveryOf>> | undefined | null;
	place: MailPlace;
}) => {
	const { last } = useMailWords();
	const moment = useMailMoment(place);
	if (!delivery) return <span class={css["small"]}>{last.none}</span>;
	const { status, at, answer } = delivery;
	const isGood = status === "sent" || (status === "waiting" && answer === null);
	return (
		<span class={isGood ? css["small"] : css["bad"]}>
			{last[status](moment(at, { isWithin: true }))}
			{!isGood && answer !== null && `: ${answer}`}
		</span>
	);
};

/** Deletes a report after a question. */
export const DeleteMail = ({
	mail,
	place,
	onClose,
	onDone,
}: {
	mail: ReportMail;
	place: MailPlace;
	onClose(): void;
	onDone?(): void;
}) => {
	const { one: texts } = useMailWords();
	return (
		<Confirm
			title={texts.deleteTitle(mail.name)}
			action={texts.delete}
			change={() => deleteReportMail(place.organizationId, mail.reportMailId)}
			onDone={() => {
				toast(texts.deleted(mail.name));
				onClose();
				onDone?.();
			}}
			onClose={onClose}
		>
			{texts.deleteText}
		</Confirm>
	);
};

/** Pauses a report or resumes it. */
export const usePauseMail = ({ organizationId }: MailPlace) => {
	const { one: texts } = useMailWords();
	const write = useQuickWrite();
	return ({ reportMailId, name, isPaused }: ReportMail) =>
		void write(
			() => pauseReportMail(organizationId, reportMailId, !isPaused),
			isPaused ? texts.resumed(name) : texts.paused(name),
		);
};

const MailRow = ({ mail, place }: { mail: ReportMail; place: MailPlace }) => {
	const words = useMailWords();
	const { locale } = useWording();
	const moment = useMailMoment(mail);
	const pause = usePauseMail(place);
	const [isDeleting, setIsDeleting] = useState(false);
	const { reportMailId, name, state, reason, nextDueAt, recipients, siteName, canEdit } = mail;
	const id = String(reportMailId);
	const count = numberFormat(locale, {});
	const waiting = recipients.filter(
		({ state: one }) => one === "unconfirmed" || one === "expired",
	).length;
	return (
		<li>
			<div class={css["what"]}>
				<a class="link" href={place.linkTo([id])}>
					<b>{name}</b>
				</a>
				<p class="sec">
					{!place.site && `${siteName === null ? words.allSites : words.site(siteName)} · `}
					{scheduleText(mail, words, locale)}
				</p>
				{reason !== null && (
					<p class={css["reason"]}>
						<Icon name="warning" />
						<span>{reason}</span>
					</p>
				)}
				<p class={css["small"]}>
					{recipients.length === 0
						? words.nobody
						: `${count.format(recipients.length)} ${pluralForm(recipients.length, locale, words.recipients)}`}
					{waiting > 0 && ` · ${words.waiting(count.format(waiting))}`}
				</p>
				<DeliveryText delivery={lastDeliveryOf(mail)} place={place} />
			</div>
			<span>
				{state === "ok" && nextDueAt !== null ? (
					<span class="sec">{words.next(moment(nextDueAt))}</span>
				) : (
					<Badge tone={STATE_TONES[state]}>{words.states[state]}</Badge>
				)}
			</span>
			<span class={css["menu"]}>
				{canEdit && (
					<RowMenu
						name={name}
						items={[
							{ id: "edit", label: words.edit, href: place.linkTo([id, "edit"]) },
							{
								id: "pause",
								label: mail.isPaused ? words.one.resume : words.one.pause,
								onPick: () => pause(mail),
							},
							{ id: "delete", label: words.one.delete, onPick: () => setIsDeleting(true) },
						]}
					/>
				)}
			</span>
			{isDeleting && <DeleteMail {...{ mail, place }} onClose={() => setIsDeleting(false)} />}
		</li>
	);
};

/** The reports of the place: of its site, or of all of the organization. */
export const mailsAt = ({ data }: MailList, { site }: Pick<MailPlace, "site">): ReportMail[] =>
	data.filter(({ siteId }) => site === undefined || siteId === site.siteId);

/** The list of reports with their next and last mails. */
export const MailListPanel = ({ place }: { place: MailPlace }) => {
	const words = useMailWords();
	const report = useReportMails(place.organizationId);
	const listed = report.data && mailsAt(report.data, place);
	return (
		<div class={css["stack"]}>
			{report.data && !report.data.mailIsSetUp && (
				<Banner tone="warn">
					<p>
						{words.notSetUp}{" "}
						<a class="link" href={apiHref("/docs/configuration/")} target="_blank" rel="noopener">
							{words.manual}
						</a>
					</p>
				</Banner>
			)}
			<Panel label={words.title}>
				{listed === undefined ? (
					<ReportPending report={report} rows={3} isInset />
				) : listed.length === 0 ? (
					<CardState
						icon="page"
						title={words.empty}
						action={
							place.mayWrite && (
								<LinkButton href={place.linkTo(["new"])}>
									<Icon name="plus" />
									{words.add}
								</LinkButton>
							)
						}
					>
						{place.mayWrite && words.emptyText}
					</CardState>
				) : (
					<ul class={css["rows"]}>
						{listed.map((mail) => (
							<MailRow key={mail.reportMailId} mail={mail} place={place} />
						))}
					</ul>
				)}
			</Panel>
		</div>
	);
};
