import { z } from "zod";
import { personIdOf } from "../access/caller.ts";
import { definitionNumber } from "../definitions/definition.ts";
import { enqueue } from "../deliveries/enqueue.ts";
import { found } from "../http/found.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import { askForConsent, type ConfirmationServices } from "./confirmation.ts";
import type { ReportMails } from "./create-report-mails.ts";
import { reportDelivery } from "./enqueue-due-reports.ts";
import { brokenReason } from "./listed-report-mails.ts";
import { ReportMailPreview, ReportMail as ReportMailShape } from "./report-mail-shapes.ts";
import {
	one,
	reading,
	refuse,
	requireMayReadMail,
	type Shelf,
	writing,
} from "./report-mail-shelf.ts";
import { lastPeriod } from "./schedule.ts";
import { storedReportMails } from "./stored-report-mails.ts";

const subscribing = ({ database, now }: ConfirmationServices, shelf: Shelf): Route =>
	route({
		...writing,
		method: "put",
		path: `${one.path}/subscription`,
		params: one.params,
		summary: "Subscribes the caller to a report, or unsubscribes them",
		description: "For those who get a report, and to get it again after unsubscribing by mail.",
		audit: "report-mail.subscription",
		body: z.strictObject({ isSubscribed: z.boolean() }),
		response: ReportMailShape,
		handle: async ({ params, body, ...reader }) => {
			const { reportMailId } = await shelf.read(reader, params.reportMailId);
			const userId =
				personIdOf(reader.caller) ?? refuse("A key of the organization has no mail address");
			const unsubscribedAt = body.isSubscribed ? null : new Date(now());
			await database
				.insertInto("report_mail_recipient")
				.values({ reportMailId, userId, unsubscribedAt })
				.onConflict((row) =>
					row.columns(["reportMailId", "userId"]).doUpdateSet({ unsubscribedAt }),
				)
				.execute();
			return shelf.read(reader, reportMailId);
		},
	});

const askingAgain = (services: ConfirmationServices, shelf: Shelf): Route =>
	route({
		...writing,
		method: "post",
		path: `${one.path}/recipients/{recipientId}/confirmation`,
		params: z.object({ ...one.params.shape, recipientId: z.string() }),
		summary: "Mails a recipient without an account a new link to agree with",
		description:
			"For a lost or expired mail, and for one who unsubscribed and wants the report again. An address gets at most three such mails a day.",
		audit: "report-mail.ask-consent",
		response: Success,
		handle: async ({ params, ...reader }) => {
			const report = await shelf.readEditable(reader, params.reportMailId);
			requireMayReadMail(reader.caller);
			const recipientId = definitionNumber(params.recipientId);
			const recipient = found(
				"Recipient",
				report.recipients.find((known) => known.recipientId === recipientId),
			);
			if (recipient.userId !== null || recipient.state === "active")
				refuse("This recipient need not confirm anything");
			await askForConsent(services, report, recipient);
			return { success: true };
		},
	});

const previewing = (
	{ now, preview }: ConfirmationServices & Pick<ReportMails, "preview">,
	shelf: Shelf,
): Route =>
	route({
		...reading,
		method: "get",
		path: `${one.path}/preview`,
		params: one.params,
		summary: "What a report's mail about its last whole period would be",
		description:
			"As HTML with its images inside, and as text; with the sites that the caller may see. 400 with the reason if the report is broken.",
		response: ReportMailPreview,
		handle: async ({ params, ...reader }) => {
			const { reportMailId } = await shelf.read(reader, params.reportMailId);
			requireMayReadMail(reader.caller);
			return preview(reportMailId, personIdOf(reader.caller), (report) =>
				lastPeriod(report, now()),
			);
		},
	});

const sending = ({ database, mailer, now }: ConfirmationServices, shelf: Shelf): Route =>
	route({
		...writing,
		method: "post",
		path: `${one.path}/send`,
		params: one.params,
		summary: "Mails the report of the last whole period to the caller, now",
		description:
			"Whether they are subscribed or not; others get nothing. At most one a minute. What became of it is among the deliveries.",
		audit: "report-mail.send",
		response: z.strictObject({ success: z.boolean(), address: z.string() }),
		handle: async ({ params, ...reader }) => {
			const { reportMailId } = await shelf.read(reader, params.reportMailId);
			requireMayReadMail(reader.caller);
			const { caller } = reader;
			if (caller.via === "organization-key")
				return refuse("A key of the organization has no mail address");
			if (!mailer.delivers)
				return refuse("Mail is not set up on this server: the operator sets SMTP_URL");
			const [report] = await storedReportMails(database, { reportMailId });
			const { id: userId, email: address } = caller.user;
			const stored = found("Report", report);
			const reason = brokenReason(stored);
			if (reason !== null) return refuse(reason);
			const minute = new Date(now()).toISOString().slice(0, 16);
			const [deliveryId] = await enqueue(database, [
				reportDelivery(
					stored,
					{ recipient: { userId }, address },
					{
						...{ key: `report:${reportMailId}:asked:${minute}`, period: lastPeriod(stored, now()) },
						...{ lateSince: null, isTrial: true },
					},
				),
			]);
			if (deliveryId === undefined) return refuse("One was sent to you within this minute");
			return { success: true, address };
		},
	});

/** Looking at mails, sending one now, and who wants them. */
export const sendingRoutes = (
	services: ConfirmationServices & Pick<ReportMails, "preview">,
	shelf: Shelf,
): readonly Route[] => [
	previewing(services, shelf),
	sending(services, shelf),
	subscribing(services, shelf),
	askingAgain(services, shelf),
];
