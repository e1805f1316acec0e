import { type Selectable, sql } from "kysely";
import { accountLacksFactor } from "../access/second-factor.ts";
import { seesSite } from "../access/visible-sites.ts";
import type { ReportMailRecipientTable, ReportMailTable } from "../database/report-mail-tables.ts";
import type { Database } from "../database/schema.ts";

/** A report with what decides whether it can be sent. */
export interface StoredReportMail extends Selectable<ReportMailTable> {
	siteName: string | null;
	segmentName: string | null;
	/** Whether its segment is there and applies to its sites; true without one. */
	hasSegment: boolean;
}

/** A recipient with the present state of their account. */
export interface StoredRecipient extends Selectable<ReportMailRecipientTable> {
	/** The account's name. */
	name: string | null;
	/** Of the account, or of a recipient without one. */
	email: string;
	/** Whether they may see the report's site, or, without one, belong to the organization. */
	hasAccess: boolean;
	/** Whether an organization requires a second factor that the account lacks: the dashboard shows it nothing then. */
	lacksFactor: boolean;
	/** Whether the account's address is known to be its owner's; false without an account. */
	isVerified: boolean;
}

/** Whether the joined `user` may see the site of the joined `report_mail`. */
const mayRead = sql<boolean>`(coalesce("user"."isSystemAdmin", false)
	OR ("member"."id" IS NOT NULL AND ("report_mail"."siteId" IS NULL OR ${seesSite})))`;

/** Whether the joined `user` lacks a second factor that an organization of theirs, or the report's, requires. */
const lacksFactor = accountLacksFactor(sql<string>`"report_mail"."organizationId"`);

/** The reports of an organization, or one of them, by name. */
export const storedReportMails = async (
	database: Database,
	where: { organizationId?: string; reportMailId?: number },
): Promise<StoredReportMail[]> =>
	database
		.selectFrom("report_mail")
		.leftJoin("site", "site.siteId", "report_mail.siteId")
		.leftJoin("segment", (join) =>
			join
				.onRef("segment.segmentId", "=", "report_mail.segmentId")
				.onRef("segment.organizationId", "=", "report_mail.organizationId")
				.on((on) =>
					on.or([
						on("segment.siteId", "is", null),
						on("segment.siteId", "=", on.ref("report_mail.siteId")),
					]),
				),
		)
		.selectAll("report_mail")
		.select(["site.name as siteName", "segment.name as segmentName"])
		.select(
			sql<boolean>`("report_mail"."segmentId" IS NULL OR "segment"."segmentId" IS NOT NULL)`.as(
				"hasSegment",
			),
		)
		.$if(where.organizationId !== undefined, (query) =>
			query.where("report_mail.organizationId", "=", where.organizationId ?? ""),
		)
		.$if(where.reportMailId !== undefined, (query) =>
			query.where("report_mail.reportMailId", "=", where.reportMailId ?? 0),
		)
		.orderBy("report_mail.name")
		.orderBy("report_mail.reportMailId")
		.execute();

/** The recipients of reports, in the order in which they were added. */
export const storedRecipients = async (
	database: Database,
	reportMailIds: readonly number[],
): Promise<StoredRecipient[]> => {
	if (reportMailIds.length === 0) return [];
	const rows = await database
		.selectFrom("report_mail_recipient as recipient")
		.innerJoin("report_mail", "report_mail.reportMailId", "recipient.reportMailId")
		.leftJoin("user", "user.id", "recipient.userId")
		.leftJoin("member", (join) =>
			join
				.onRef("member.userId", "=", "recipient.userId")
				.onRef("member.organizationId", "=", "report_mail.organizationId"),
		)
		.leftJoin("site", "site.siteId", "report_mail.siteId")
		.where("recipient.reportMailId", "in", [...reportMailIds])
		.selectAll("recipient")
		.select("user.name")
		.select(sql<string>`coalesce("user"."email", "recipient"."address", '')`.as("email"))
		.select(sql<boolean>`("recipient"."userId" IS NULL OR ${mayRead})`.as("hasAccess"))
		.select(
			// An address may be that of an account, too.
			sql<boolean>`EXISTS (SELECT 1 FROM "user"
				WHERE ("user"."id" = "recipient"."userId" OR "user"."email" = "recipient"."address")
				AND ${lacksFactor})`.as("lacksFactor"),
		)
		.select(sql<boolean>`coalesce("user"."emailVerified", false)`.as("isVerified"))
		.orderBy("recipient.recipientId")
		.execute();
	return rows;
};

/** Whether a person may see what a report is about. */
export const mayReadReport = async (
	database: Database,
	{ reportMailId }: Pick<StoredReportMail, "reportMailId">,
	userId: string,
): Promise<boolean> => {
	const row = await database
		.selectFrom("report_mail")
		.innerJoin("user", (join) => join.on("user.id", "=", userId))
		.leftJoin("member", (join) =>
			join
				.onRef("member.userId", "=", "user.id")
				.onRef("member.organizationId", "=", "report_mail.organizationId"),
		)
		.leftJoin("site", "site.siteId", "report_mail.siteId")
		.where("report_mail.reportMailId", "=", reportMailId)
		.select(sql<boolean>`(${mayRead} AND NOT ${lacksFactor})`.as("mayRead"))
		.executeTakeFirst();
	return row?.mayRead ?? false;
};

/** Why nothing is sent to a recipient, or `active`. @param now ms since the epoch */
export const recipientState = (recipient: StoredRecipient, now: number) => {
	const { unsubscribedAt, userId, confirmedAt, tokenExpiresAt, hasAccess, isVerified } = recipient;
	if (unsubscribedAt) return "unsubscribed";
	if (!hasAccess) return "no_access";
	if (recipient.lacksFactor) return "no_second_factor";
	// Anybody can sign up with the address of somebody else.
	if (userId !== null) return isVerified ? "active" : "unconfirmed";
	if (confirmedAt) return "active";
	return tokenExpiresAt && tokenExpiresAt.getTime() > now ? "unconfirmed" : "expired";
};
