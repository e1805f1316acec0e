import type { ReportStore } from "@footfall/reports/report/report";
import type { Database } from "../database/schema.ts";
import { goalOf, goalsOf } from "../definitions/goals.ts";
import { createFindSegment } from "../definitions/segments.ts";
import { createComposeReportMail, type ExplainPeople } from "./compose-report-mail.ts";
import { createMakeReportMail, createPreviewReportMail } from "./make-report-mail.ts";

/** Makes the mails of reports, to send and to look at. */
export const createReportMails = ({
	database,
	store,
	baseUrl,
	secret,
	explain,
	now = Date.now,
}: {
	database: Database;
	store: ReportStore;
	baseUrl: string | undefined;
	/** Signs the links to unsubscribe. */
	secret: string;
	explain?: ExplainPeople | undefined;
	/** ms since the epoch. */
	now?: (() => number) | undefined;
}) => {
	const reports = {
		store,
		findSegment: createFindSegment(database),
		goals: {
			ofSite: (siteId: number) => goalsOf(database, siteId),
			one: (siteId: number, reference: string) => goalOf(database, siteId, reference),
		},
	};
	const compose = createComposeReportMail({ database, reports, baseUrl, explain, now });
	const services = { database, compose, baseUrl, secret, now };
	return {
		make: createMakeReportMail(services),
		preview: createPreviewReportMail(services),
	};
};
export type ReportMails = ReturnType<typeof createReportMails>;
