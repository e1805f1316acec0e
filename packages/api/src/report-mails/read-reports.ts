import type { FileAnswer } from "@footfall/reports/export/file-answer";
import { pdfExport } from "@footfall/reports/export/pdf-export";
import { query as questionReport } from "@footfall/reports/question/query";
import type { Question } from "@footfall/reports/question/question";
import type { Report } from "@footfall/reports/report/report";
import { reports } from "@footfall/reports/reports";
import { ApiError } from "@footfall/shared/api-error";
import type { Caller } from "../access/caller.ts";
import type { Site } from "../access/site.ts";
import { createLinesOf } from "../reports/many-reports.ts";
import { reportContextOf } from "../reports/report-context.ts";
import type { ReportDependencies } from "../reports/report-dependencies.ts";

type Parameters = Readonly<Record<string, string>>;

/** The reports of a site for its mails. */
export interface ReadReports {
	/**
	 * Several reports in one go, as `POST …/reports` answers them: id → body.
	 * @throws Error with the first failure
	 */
	many(
		parameters: Parameters,
		questions: readonly { id: string; report: string; parameters?: Parameters }[],
	): Promise<Readonly<Record<string, unknown>>>;
	question(parameters: Parameters, question: Question): Promise<unknown>;
	pdf(parameters: Parameters): Promise<Buffer>;
}

const clientErrorOf = (error: unknown): ApiError =>
	error instanceof ApiError ? error : new ApiError("INTERNAL_ERROR", String(error));

/**
 * Reads a site's reports as an administrator of its organization has them. Their statements wait in line with those of
 * the organization's other readers.
 */
export const createReadReports = (dependencies: ReportDependencies) => {
	const linesOf = createLinesOf(reports);
	return (site: Site, instant: number, signal: AbortSignal): ReadReports => {
		const { organizationId } = site;
		const caller: Caller = {
			...{ via: "organization-key", organizationId, keyId: "report mails", permissions: null },
		};
		const requester = { tenant: organizationId, caller: "report mails", part: "" };
		const asked = { site, caller, role: "admin", requester, signal } as const;
		const one = async (report: Report, query: Parameters, body?: unknown): Promise<unknown> => {
			const apart = { ...dependencies, now: () => instant };
			const request = { ...asked, query, body, params: {}, timings: undefined };
			return report.answer(await reportContextOf(report, apart, request));
		};
		return {
			many: async (parameters, questions) => {
				const body = { parameters, questions: [...questions] };
				const answers: Record<string, unknown> = {};
				for await (const line of linesOf(
					{ ...asked, body, instant, clientErrorOf },
					dependencies,
				)) {
					if (line.status !== 200)
						throw new Error(`${line.id} of site ${site.siteId}: ${JSON.stringify(line.body)}`);
					answers[line.id] = line.body;
				}
				return answers;
			},
			question: (parameters, question) => one(questionReport, parameters, question),
			pdf: async (parameters) => {
				const { pieces } = (await one(pdfExport, parameters)) as FileAnswer;
				const parts: Uint8Array[] = [];
				for await (const piece of pieces) parts.push(Buffer.from(piece));
				return Buffer.concat(parts);
			},
		};
	};
};
