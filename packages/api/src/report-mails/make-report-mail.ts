import { renderReportMail } from "@footfall/notices";
import { fileNameOf } from "@footfall/reports/export/file-answer";
import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { highestRoleOf, isAdministrator } from "../access/roles.ts";
import { MAIL_WITHOUT_FACTOR } from "../access/second-factor.ts";
import { visibleSites } from "../access/visible-sites.ts";
import type { Database } from "../database/schema.ts";
import type { ComposeReportMail } from "./compose-report-mail.ts";
import { brokenReason } from "./listed-report-mails.ts";
import { recipientToken } from "./recipient-token.ts";
import {
	mayReadReport,
	recipientState,
	type StoredReportMail,
	storedRecipients,
	storedReportMails,
} from "./stored-report-mails.ts";

const Days = { from: z.iso.date(), to: z.iso.date() };

/** What is enqueued for one recipient; the mail is made when it is sent. */
export const ReportMailPayload = z.object({
	kind: z.literal("report"),
	reportMailId: z.int(),
	recipient: z.union([
		z.object({ recipientId: z.int() }),
		// Somebody who asked for one mail now, whether they are subscribed or not.
		z.object({ userId: z.string() }),
	]),
	period: z.object({ key: z.string(), ...Days, before: z.object(Days) }),
	/** ms since the epoch, if it is late. */
	lateSince: z.number().nullable(),
	isTrial: z.boolean(),
});
export type ReportMailPayload = z.infer<typeof ReportMailPayload>;

/** A mail as deliveries send it. */
export interface MadeReportMail {
	subject: string;
	text: string;
	html: string;
	attachments: { filename: string; contentType: string; content: Buffer; cid?: string }[];
	headers: Record<string, string>;
}

/** What mails need beside their content. */
export interface MakeServices {
	database: Database;
	compose: ComposeReportMail;
	baseUrl: string | undefined;
	/** Signs the links to unsubscribe. */
	secret: string;
	/** ms since the epoch. */
	now: () => number;
}

/** The sites that a recipient may see; undefined for all of the organization. */
const visibleTo = async (
	database: Database,
	{ organizationId, siteId }: StoredReportMail,
	userId: string | null,
): Promise<ReadonlySet<number> | undefined> => {
	if (siteId !== null || userId === null) return undefined;
	const member = await database
		.selectFrom("member")
		.select("role")
		.where("organizationId", "=", organizationId)
		.where("userId", "=", userId)
		.executeTakeFirst();
	// An administrator of the instance need not be a member.
	if (!member || isAdministrator(highestRoleOf(member.role))) return undefined;
	return visibleSites(database, userId);
};

/** Where a mail's recipient unsubscribes without signing in; null without a public address. */
const unsubscribeAddress = ({ baseUrl, secret }: MakeServices, recipientId: number) =>
	baseUrl === undefined
		? null
		: `${baseUrl}/api/report-mails/unsubscribe?token=${recipientToken(recipientId, secret)}`;

const refused = (message: string) => new ApiError("INVALID_REQUEST", message);

const WHY_NOT = {
	unsubscribed: "The recipient has unsubscribed",
	no_access: "The recipient may not see the site",
	no_second_factor: MAIL_WITHOUT_FACTOR,
	unconfirmed: "The recipient has not confirmed the address",
	expired: "The recipient has not confirmed the address",
} as const;

const findReport = async (database: Database, reportMailId: number): Promise<StoredReportMail> => {
	const [report] = await storedReportMails(database, { reportMailId });
	if (!report) throw refused("The report was deleted");
	const reason = brokenReason(report);
	if (reason !== null) throw refused(reason);
	return report;
};

/** Who gets the mail, by their account; without a subscription there is nothing to unsubscribe from. */
interface Reader {
	userId: string | null;
	recipientId: number | undefined;
}

const subscribedReader = async (
	{ database, now }: MakeServices,
	reportMailId: number,
	recipientId: number,
): Promise<Reader> => {
	const recipients = await storedRecipients(database, [reportMailId]);
	const recipient = recipients.find((one) => one.recipientId === recipientId);
	if (!recipient) throw refused("The recipient was removed from the report");
	const state = recipientState(recipient, now());
	if (state !== "active") throw refused(WHY_NOT[state]);
	return { recipientId, userId: recipient.userId };
};

/** Makes what is asked for now as its reader could read it in the dashboard; a subscriber can unsubscribe from it, too. */
const askingReader = async (
	{ database, now }: MakeServices,
	report: StoredReportMail,
	userId: string,
): Promise<Reader> => {
	if (!(await mayReadReport(database, report, userId))) throw refused(WHY_NOT.no_access);
	const recipients = await storedRecipients(database, [report.reportMailId]);
	const subscribed = recipients.find((one) => one.userId === userId);
	const isActive = subscribed !== undefined && recipientState(subscribed, now()) === "active";
	return { userId, recipientId: isActive ? subscribed.recipientId : undefined };
};

/**
 * Makes the mail of an enqueued report when it is sent, for what its recipient may see by then.
 * @throws ApiError if it will not be sent; another error if it may be sent later
 */
export const createMakeReportMail =
	(services: MakeServices) =>
	async (enqueued: unknown): Promise<MadeReportMail> => {
		const { database, compose } = services;
		const payload = ReportMailPayload.parse(enqueued);
		const report = await findReport(database, payload.reportMailId);
		const { recipient } = payload;
		const { userId, recipientId } =
			"userId" in recipient
				? await askingReader(services, report, recipient.userId)
				: await subscribedReader(services, report.reportMailId, recipient.recipientId);
		const visible = await visibleTo(database, report, userId);
		const { content, dashboard, pdf } = await compose(report, payload.period, visible);
		const unsubscribe =
			recipientId === undefined ? null : unsubscribeAddress(services, recipientId);
		const { lateSince, isTrial } = payload;
		const rendered = renderReportMail({
			...content,
			...{ lateSince, isTrial, links: { dashboard, unsubscribe } },
		});
		const filename = `${fileNameOf(content.title, payload.period.from, payload.period.to)}.pdf`;
		return {
			...rendered,
			attachments: [
				...rendered.attachments,
				...(pdf ? [{ filename, contentType: "application/pdf", content: pdf }] : []),
			],
			headers: {
				...(unsubscribe !== null && {
					"List-Unsubscribe": `<${unsubscribe}>`,
					"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
				}),
				"Auto-Submitted": "auto-generated",
			},
		};
	};

/** Makes a preview of a report's last period for its reader. @throws ApiError if the report is broken */
export const createPreviewReportMail =
	({ database, compose }: MakeServices) =>
	async (
		reportMailId: number,
		userId: string | null,
		periodOf: (report: StoredReportMail) => ReportMailPayload["period"],
	) => {
		const report = await findReport(database, reportMailId);
		const period = periodOf(report);
		const visible = await visibleTo(database, report, userId);
		const { content, dashboard } = await compose(report, period, visible);
		const { subject, html, text } = renderReportMail(
			{ ...content, lateSince: null, isTrial: false, links: { dashboard, unsubscribe: null } },
			"inline",
		);
		return { subject, html, text, from: period.from, to: period.to };
	};
