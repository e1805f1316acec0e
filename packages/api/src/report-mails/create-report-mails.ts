import type { BesideProvider } from "@footfall/reports/definitions/beside";
import type { ReportStore } from "@footfall/reports/report/report";
import { ApiError } from "@footfall/shared/api-error";
import type { Caller } from "../access/caller.ts";
import { createExplainChange, type ExplainChange } from "../changes/explain-change.ts";
import type { Database } from "../database/schema.ts";
import { goalOf, goalsOf } from "../definitions/goals.ts";
import { createFindSegment } from "../definitions/segments.ts";
import { errorAliasesOf } from "../errors/error-aliases.ts";
import { createComposeReportMail, type ExplainSessions } from "./compose-report-mail.ts";
import { createMakeConfirmation } from "./confirmation.ts";
import { createMakeReportMail, createPreviewReportMail } from "./make-report-mail.ts";

/** The sentences on the sessions of a site; none for a question that cannot be asked, such as of a site without events. */
const sessionsExplained =
	(explain: ExplainChange, findSegment: ReturnType<typeof createFindSegment>): ExplainSessions =>
	async ({ segmentId, ...question }) => {
		const { organizationId } = question.site;
		const caller: Caller = {
			...{ via: "organization-key", organizationId, keyId: "report mails", permissions: null },
		};
		try {
			const saved = segmentId === null ? [] : await findSegment(segmentId, question.site, caller);
			// The report itself says that its segment was deleted.
			if (saved === undefined) return [];
			const asked = { ...question, saved, metric: "sessions", onlySentences: true };
			return (await explain(asked)).sentences;
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
	/** Signs the links of mails. */
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
	const explain = sessionsExplained(
		createExplainChange({
			...{ store, goals: reports.goals, now, ...(beside && { beside }) },
			errorAliases: { ofSite: (siteId) => errorAliasesOf(database, siteId) },
		}),
		reports.findSegment,
	);
	const compose = createComposeReportMail({ database, reports, baseUrl, explain, now });
	const services = { database, compose, baseUrl, secret, now };
	return {
		preview: createPreviewReportMail(services),
		/** Makes mails when they are sent. */
		mailOf: {
			report: createMakeReportMail(services),
			confirmation: createMakeConfirmation(services),
		},
	};
};
export type ReportMails = ReturnType<typeof createReportMails>;
