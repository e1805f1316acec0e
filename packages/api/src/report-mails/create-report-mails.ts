import type { BesideProvider } from "@footfall/reports/definitions/beside";
import type { ReportStore } from "@footfall/reports/report/report";
import { ApiError } from "@footfall/shared/api-error";
import { createExplainChange, type ExplainChange } from "../changes/explain-change.ts";
import type { Database } from "../database/schema.ts";
import { goalOf, goalsOf } from "../definitions/goals.ts";
import { createFindSegment } from "../definitions/segments.ts";
import { createComposeReportMail, type ExplainPeople } from "./compose-report-mail.ts";
import { createMakeReportMail, createPreviewReportMail } from "./make-report-mail.ts";

/** The sentences on the people of a site; none for a question that cannot be asked, such as of a site without events. */
const peopleExplained =
	(explain: ExplainChange): ExplainPeople =>
	async ({ segmentId, ...question }) => {
		// Explanations take the filters of questions, which are not those of segments.
		if (segmentId !== null) return [];
		try {
			return (await explain({ ...question, metric: "users" })).sentences;
		} catch (error) {
			if (error instanceof ApiError && error.status < 500) return [];
			throw error;
		}
	};

/** Makes the mails of reports, to send and to look at. */
export const createReportMails = ({
	database,
	store,
	baseUrl,
	secret,
	beside,
	now = Date.now,
}: {
	database: Database;
	store: ReportStore;
	baseUrl?: string | undefined;
	/** Signs the links to unsubscribe. */
	secret: string;
	/** What may lie beside a change. */
	beside?: readonly BesideProvider[] | undefined;
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
	const explain = peopleExplained(
		createExplainChange({ store, goals: reports.goals, now, ...(beside && { beside }) }),
	);
	const compose = createComposeReportMail({ database, reports, baseUrl, explain, now });
	const services = { database, compose, baseUrl, secret, now };
	return {
		make: createMakeReportMail(services),
		preview: createPreviewReportMail(services),
	};
};
export type ReportMails = ReturnType<typeof createReportMails>;
