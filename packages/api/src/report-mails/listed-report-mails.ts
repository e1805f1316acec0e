import { type Caller, type MemberRole, personIdOf } from "../access/caller.ts";
import { isAdministrator, isAtLeast } from "../access/roles.ts";
import type { Database } from "../database/schema.ts";
import { sitesOf } from "../sites/sites-of.ts";
import { lastDeliveries } from "./last-deliveries.ts";
import type { LastDelivery, ReportMail } from "./report-mail-shapes.ts";
import {
	recipientState,
	type StoredRecipient,
	type StoredReportMail,
	storedRecipients,
	storedReportMails,
} from "./stored-report-mails.ts";

/** Who reads or changes reports. */
export interface Reader {
	organizationId: string;
	caller: Caller;
	role: MemberRole;
}

/** Why a report is not sent, with what to change. */
export const brokenReason = ({ hasSegment, segmentId }: StoredReportMail): string | null =>
	hasSegment
		? null
		: `The segment ${segmentId} of this report was deleted, or belongs to another site: choose another segment, or none`;

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

const answerOf = (
	report: StoredReportMail,
	recipients: readonly StoredRecipient[],
	{ caller, role }: Reader,
	{ now, deliveries }: { now: number; deliveries: ReadonlyMap<number, LastDelivery> },
): ReportMail => {
	const { isPaused, hasSegment, lastPeriod, createdBy, createdAt, updatedAt, ...rest } = report;
	const me = personIdOf(caller);
	const state = hasSegment ? (isPaused ? "paused" : "ok") : "broken";
	return {
		...rest,
		isPaused,
		state,
		reason: brokenReason(report),
		reasonCode: hasSegment ? null : "segment_deleted",
		nextDueAt: state === "ok" ? report.nextDueAt.toISOString() : null,
		lastPeriod,
		createdBy,
		canEdit:
			isAdministrator(role) || (isAtLeast(role, "member") && me !== null && createdBy === me),
		recipients: recipients.map((recipient) => ({
			recipientId: recipient.recipientId,
			userId: recipient.userId,
			name: recipient.name,
			address: recipient.email,
			state: recipientState(recipient, now),
			isCaller: me !== null && recipient.userId === me,
			confirmedAt: iso(recipient.confirmedAt),
			unsubscribedAt: iso(recipient.unsubscribedAt),
			lastDelivery: deliveries.get(recipient.recipientId) ?? null,
		})),
		createdAt: createdAt.toISOString(),
		updatedAt: updatedAt.toISOString(),
	};
};

/**
 * The reports of an organization that the reader may see: for members and viewers those that they made or get, about sites
 * that are visible to them.
 */
export const listedReportMails = async (
	database: Database,
	reader: Reader,
	{ now, reportMailId }: { now: number; reportMailId?: number },
): Promise<ReportMail[]> => {
	const { organizationId, role, caller } = reader;
	const reports = await storedReportMails(database, {
		organizationId,
		...(reportMailId !== undefined && { reportMailId }),
	});
	const recipients = await storedRecipients(
		database,
		reports.map((report) => report.reportMailId),
	);
	const me = personIdOf(caller);
	const visible = isAdministrator(role)
		? undefined
		: new Set(
				(await sitesOf(database, organizationId, reader)).map(({ siteId }) => siteId as number),
			);
	const isVisible = ({ siteId, createdBy, reportMailId: id }: StoredReportMail) =>
		visible === undefined ||
		((siteId === null || visible.has(siteId)) &&
			(createdBy === me || recipients.some((one) => one.reportMailId === id && one.userId === me)));
	const deliveries = await lastDeliveries(database, organizationId, recipients);
	return reports.filter(isVisible).map((report) =>
		answerOf(
			report,
			recipients.filter((one) => one.reportMailId === report.reportMailId),
			reader,
			{ now, deliveries },
		),
	);
};
