import type { Database } from "../database/schema.ts";
import { enqueue } from "../deliveries/enqueue.ts";
import type { ReportMailPayload } from "./make-report-mail.ts";
import { newestDue, nextDueAfter, type ReportPeriod } from "./schedule.ts";
import {
	recipientState,
	type StoredReportMail,
	storedRecipients,
	storedReportMails,
} from "./stored-report-mails.ts";

/** A mail that is made later than this after its hour says so. */
const LATE_MS = 60 * 60_000;
const MOST_AT_ONCE = 50;
const DAY_MS = 24 * 60 * 60_000;

/** What is enqueued for a recipient. */
export const reportDelivery = (
	{ organizationId, siteId, reportMailId }: StoredReportMail,
	{ recipient, address }: Pick<ReportMailPayload, "recipient"> & { address: string },
	{
		key,
		...rest
	}: { key: string; period: ReportPeriod } & Pick<ReportMailPayload, "lateSince" | "isTrial">,
) => {
	const payload: ReportMailPayload = { kind: "report", reportMailId, recipient, ...rest };
	return { organizationId, siteId, address, key, payload };
};

const enqueueOne = async (database: Database, report: StoredReportMail, now: number) => {
	const { reportMailId, hasSegment } = report;
	const { dueAt, period } = newestDue(report, now);
	// A broken report is shown as such; what was due meanwhile is not sent later.
	if (hasSegment && period.key !== report.lastPeriod) {
		const recipients = await storedRecipients(database, [reportMailId]);
		const lateSince = now - dueAt > LATE_MS ? dueAt : null;
		const key = `report:${reportMailId}:${period.key}`;
		await enqueue(
			database,
			recipients
				.filter((recipient) => recipientState(recipient, now) === "active")
				.map(({ recipientId, email: address }) =>
					reportDelivery(
						report,
						{ recipient: { recipientId }, address },
						{ key, period, lateSince, isTrial: false },
					),
				),
		);
	}
	await database
		.updateTable("report_mail")
		.set({
			nextDueAt: new Date(nextDueAfter(report, now)),
			...(hasSegment && { lastPeriod: period.key }),
		})
		.where("reportMailId", "=", reportMailId)
		.execute();
};

/** Longer than from one due instant to the next. */
const LONGEST_MS = { day: 2 * DAY_MS, week: 8 * DAY_MS, month: 33 * DAY_MS } as const;

/** Brings back reports that would wait for too long: their last period was found by a clock that was wrong. */
const bringBack = async (database: Database, now: number): Promise<void> => {
	const late = await database
		.selectFrom("report_mail")
		.select("reportMailId")
		.where("isPaused", "=", false)
		.where(({ eb, or }) =>
			or(
				(["day", "week", "month"] as const).map((every) =>
					eb("every", "=", every).and("nextDueAt", ">", new Date(now + LONGEST_MS[every])),
				),
			),
		)
		.limit(MOST_AT_ONCE)
		.forUpdate()
		.skipLocked()
		.execute();
	for (const { reportMailId } of late) {
		const [report] = await storedReportMails(database, { reportMailId });
		if (report)
			await database
				.updateTable("report_mail")
				.set({ nextDueAt: new Date(nextDueAfter(report, now)) })
				.where("reportMailId", "=", reportMailId)
				.execute();
	}
};

/**
 * Enqueues the mails of reports that are due, the newest period of each only, in the transaction that notes that the
 * period is done: neither a crash nor a second process loses or repeats one.
 * @returns whether more may be due
 */
export const enqueueDueReports = (database: Database, now: number): Promise<boolean> =>
	database.transaction().execute(async (transaction) => {
		await bringBack(transaction, now);
		const due = await transaction
			.selectFrom("report_mail")
			.select("reportMailId")
			.where("isPaused", "=", false)
			.where("nextDueAt", "<=", new Date(now))
			.orderBy("nextDueAt")
			.limit(MOST_AT_ONCE)
			.forUpdate()
			.skipLocked()
			.execute();
		for (const { reportMailId } of due) {
			const [report] = await storedReportMails(transaction, { reportMailId });
			if (report) await enqueueOne(transaction, report, now);
		}
		return due.length === MOST_AT_ONCE;
	});
