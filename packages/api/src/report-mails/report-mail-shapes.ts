import { REPORT_MAIL_PARTS } from "@footfall/notices";
import { timeZoneName } from "@footfall/shared/time-zone";
import { z } from "zod";
import { normalisedEmail } from "../database/normalised-email.ts";
import { LENGTHS, name } from "../http/typed-fields.ts";

/** Most people and addresses of one report. */
const MAX_RECIPIENTS = 50;

const Address = z
	.string()
	.max(LENGTHS.email)
	.transform(normalisedEmail)
	.pipe(z.email("must be an e-mail address such as jane@example.com"));

/** Who gets a report: a member, or an address without an account. */
const NewRecipient = z
	.union(
		[
			z.strictObject({ userId: z.string().min(1).max(LENGTHS.id) }).meta({
				component: "ReportMailMember",
			}),
			z.strictObject({ address: Address }).meta({ component: "ReportMailAddress" }),
		],
		"must have either a userId or an address",
	)
	.meta({ component: "ReportMailRecipientChoice" });
export type NewRecipient = z.output<typeof NewRecipient>;

const fields = {
	name,
	siteId: z.int().positive().nullable().describe("null for one mail about all sites"),
	every: z.enum(["day", "week", "month"]),
	weekday: z.int().min(1).max(7).describe("1 = Monday to 7 = Sunday; when weekly reports are sent"),
	monthday: z
		.int()
		.min(1)
		.max(31)
		.describe("When monthly reports are sent; a shorter month's last day stands for later ones"),
	hour: z.int().min(0).max(23).describe("In `timeZone`"),
	timeZone: timeZoneName,
	language: z.enum(["en", "de"]),
	weekStartsOn: z.enum(["monday", "saturday", "sunday"]),
	parts: z
		.array(z.enum(REPORT_MAIL_PARTS))
		.max(REPORT_MAIL_PARTS.length)
		.describe("What the mail shows beside the figures"),
	segmentId: z.int().positive().nullable().describe("Counts only what the saved segment selects"),
	attachPdf: z.boolean().describe("Attaches the site's report as a PDF, which is in English"),
	isPaused: z.boolean(),
};

const recipients = z.array(NewRecipient).max(MAX_RECIPIENTS);

/** A report to send by a schedule. */
export const NewReportMail = z
	.strictObject({
		...fields,
		weekday: fields.weekday.default(1),
		monthday: fields.monthday.default(1),
		hour: fields.hour.default(8),
		language: fields.language.default("en"),
		weekStartsOn: fields.weekStartsOn.default("monday"),
		parts: fields.parts.default([...REPORT_MAIL_PARTS]),
		segmentId: fields.segmentId.default(null),
		attachPdf: fields.attachPdf.default(false),
		isPaused: fields.isPaused.default(false),
		recipients: recipients.default([]),
	})
	.meta({ component: "ReportMailCreation" });
export type NewReportMail = z.output<typeof NewReportMail>;

/** The fields to change; recipients are replaced as a whole. */
export const ReportMailUpdate = z
	.strictObject({ ...fields, recipients })
	.partial()
	.meta({ component: "ReportMailUpdate" });

/** Whether mails reach a recipient. */
export const RECIPIENT_STATES = [
	"active",
	"unconfirmed",
	"expired",
	"unsubscribed",
	"no_access",
	"no_second_factor",
] as const;

const LastDelivery = z
	.strictObject({
		deliveryId: z.int(),
		status: z.enum(["waiting", "sent", "failed", "dropped"]),
		at: z.iso.datetime().describe("When it was sent, or made if it was not"),
		answer: z.string().nullable().describe("What the mail server answered last"),
	})
	.meta({ component: "ReportMailDelivery" });
export type LastDelivery = z.output<typeof LastDelivery>;

const Recipient = z
	.strictObject({
		recipientId: z.int(),
		userId: z.string().nullable().describe("null for an address without an account"),
		name: z.string().nullable(),
		address: z.string(),
		state: z
			.enum(RECIPIENT_STATES)
			.describe(
				"`unconfirmed`: a mail with a link was sent. `expired`: the link is too old; send another. `no_access`: the member may not see the site, and gets nothing. `no_second_factor`: the member gets nothing until they have set up the second factor that an organization requires",
			),
		isCaller: z.boolean(),
		confirmedAt: z.iso.datetime().nullable(),
		unsubscribedAt: z.iso.datetime().nullable(),
		lastDelivery: LastDelivery.nullable(),
	})
	.meta({ component: "ReportMailRecipient" });
export type Recipient = z.output<typeof Recipient>;

/** A report by mail as readers have it. */
export const ReportMail = z
	.strictObject({
		reportMailId: z.int(),
		organizationId: z.string(),
		siteName: z.string().nullable(),
		segmentName: z.string().nullable().describe("null without a segment, and if it was deleted"),
		...fields,
		name: z.string(),
		timeZone: z.string(),
		state: z.enum(["ok", "paused", "broken"]).describe("A broken one is not sent; see `reason`"),
		reason: z.string().nullable().describe("Why it is broken, and what to change"),
		reasonCode: z.enum(["segment_deleted"]).nullable(),
		nextDueAt: z.iso.datetime().nullable().describe("null while it is paused or broken"),
		lastPeriod: z.string().nullable().describe("The last one that was sent, as `week:2026-10-26`"),
		createdBy: z.string().nullable(),
		canEdit: z.boolean(),
		recipients: z.array(Recipient),
		createdAt: z.iso.datetime(),
		updatedAt: z.iso.datetime(),
	})
	.meta({ component: "ReportMail" });
export type ReportMail = z.output<typeof ReportMail>;

/** The reports of an organization. */
export const ReportMailList = z
	.strictObject({
		data: z.array(ReportMail),
		mailIsSetUp: z.boolean().describe("Without SMTP_URL nothing is sent"),
	})
	.meta({ component: "ReportMailList" });

/** What a mail would contain. */
export const ReportMailPreview = z
	.strictObject({
		subject: z.string(),
		html: z.string().describe("Complete; its images are data URLs here"),
		text: z.string(),
		from: z.iso.date().describe("First day of the period"),
		to: z.iso.date().describe("Last day of the period"),
	})
	.meta({ component: "ReportMailPreview" });
