import { useState } from "preact/hooks";
import { useWording } from "../../../i18n/language.ts";
import { LANGUAGES } from "../../../i18n/languages.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { CardState } from "../../../ui/card-state.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Badge, type BadgeTone } from "../../../ui/form/choice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Table } from "../../../ui/table.tsx";
import { useQuickWrite } from "../write/use-quick-write.ts";
import { askAgain, type Recipient, type ReportMail, subscribe } from "./mail-api.ts";
import {
	DeleteMail,
	DeliveryText,
	STATE_TONES,
	useMailMoment,
	usePauseMail,
} from "./mail-list.tsx";
import type { MailPlace } from "./mail-place.ts";
import { MailPreviewPanel } from "./mail-preview.tsx";
import { scheduleText } from "./mail-text.ts";
import css from "./mails.module.css";
import { useMailWords } from "./use-mail-words.ts";

interface MailProps {
	mail: ReportMail;
	place: MailPlace;
}

const RECIPIENT_TONES: Readonly<Record<Recipient["state"], BadgeTone>> = {
	active: "good",
	unconfirmed: "warn",
	expired: "warn",
	unsubscribed: "plain",
	no_access: "bad",
	no_second_factor: "warn",
};

/** Subscribes the viewer, or unsubscribes them. */
const OwnSubscription = ({ mail, place }: MailProps) => {
	const { one: texts } = useMailWords();
	const write = useQuickWrite();
	const own = mail.recipients.find(({ isCaller }) => isCaller);
	const isSubscribed = own !== undefined && own.state !== "unsubscribed";
	return (
		<Button
			kind="quiet"
			onClick={() =>
				void write(
					() => subscribe(place.organizationId, mail.reportMailId, !isSubscribed),
					isSubscribed ? texts.unsubscribed : texts.subscribed,
				)
			}
		>
			{isSubscribed ? texts.unsubscribe : texts.subscribe}
		</Button>
	);
};

const Recipients = ({ mail, place }: MailProps) => {
	const { one: texts } = useMailWords();
	const write = useQuickWrite();
	const mayAsk = ({ userId, state }: Recipient) =>
		mail.canEdit && userId === null && state !== "active" && state !== "no_access";
	return (
		<Panel
			label={texts.recipients}
			title={texts.recipients}
			aside={place.mayWrite && <OwnSubscription {...{ mail, place }} />}
		>
			{mail.recipients.length === 0 ? (
				<CardState icon="people" title={texts.none}>
					{mail.canEdit && texts.noneText}
				</CardState>
			) : (
				<Table<Recipient>
					label={texts.recipients}
					rows={mail.recipients}
					keyOf={({ recipientId }) => recipientId}
					columns={[
						{
							id: "who",
							head: texts.who,
							cell: ({ name, address, isCaller }) => (
								<span class={css["recipient"]}>
									<b>
										{name || address}
										{isCaller && ` (${texts.you})`}
									</b>
									{name && <span class={css["small"]}>{address}</span>}
								</span>
							),
						},
						{
							id: "state",
							head: texts.state,
							cell: (recipient) => (
								<span class="row wrap">
									<Badge tone={RECIPIENT_TONES[recipient.state]}>
										{texts.states[recipient.state]}
									</Badge>
									{mayAsk(recipient) && (
										<Button
											kind="quiet"
											aria-label={`${texts.again}: ${recipient.address}`}
											onClick={() =>
												void write(
													() =>
														askAgain(
															place.organizationId,
															mail.reportMailId,
															recipient.recipientId,
														),
													texts.askedAgain(recipient.address),
												)
											}
										>
											{texts.again}
										</Button>
									)}
								</span>
							),
						},
						{
							id: "last",
							head: texts.last,
							cell: ({ lastDelivery }) => <DeliveryText delivery={lastDelivery} place={place} />,
						},
					]}
				/>
			)}
		</Panel>
	);
};

const Settings = ({ mail, place }: MailProps) => {
	const words = useMailWords();
	const { one: texts, form } = words;
	const { locale } = useWording();
	const moment = useMailMoment(mail);
	const pause = usePauseMail(place);
	const [isDeleting, setIsDeleting] = useState(false);
	const { state, nextDueAt, parts, segmentId, segmentName, attachPdf, siteName, canEdit } = mail;
	const list = new Intl.ListFormat(locale);
	return (
		<Panel
			label={mail.name}
			title={mail.name}
			aside={<Badge tone={STATE_TONES[state]}>{words.states[state]}</Badge>}
			isPadded
			foot={
				canEdit && (
					<>
						<span class="row wrap">
							<LinkButton href={place.linkTo([String(mail.reportMailId), "edit"])}>
								{words.edit}
							</LinkButton>
							<Button kind="quiet" onClick={() => pause(mail)}>
								{mail.isPaused ? texts.resume : texts.pause}
							</Button>
							<Button kind="quiet" onClick={() => setIsDeleting(true)}>
								{texts.delete}
							</Button>
						</span>
						{isDeleting && (
							<DeleteMail
								{...{ mail, place }}
								onClose={() => setIsDeleting(false)}
								onDone={() => place.goTo([])}
							/>
						)}
					</>
				)
			}
		>
			<Facts
				facts={[
					[words.siteLabel, !place.site && (siteName === null ? words.allSites : siteName)],
					[texts.when, scheduleText(mail, words, locale)],
					[texts.next, nextDueAt !== null && moment(nextDueAt)],
					[texts.language, LANGUAGES[mail.language]],
					[texts.content, list.format(parts.map((part) => form.parts[part]))],
					[
						texts.segment,
						segmentId !== null && (segmentName ?? form.segmentGone(String(segmentId))),
					],
					[texts.pdf, attachPdf && texts.attached],
				]}
			/>
		</Panel>
	);
};

/** One report: its schedule, its recipients, and how the mail looks now. */
export const MailPage = ({ mail, place }: MailProps) => (
	<div class={css["stack"]}>
		{mail.reason !== null && (
			<Banner tone="warn">
				<p>{mail.reason}</p>
			</Banner>
		)}
		<Settings {...{ mail, place }} />
		<Recipients {...{ mail, place }} />
		<MailPreviewPanel {...{ mail, place }} />
	</div>
);
