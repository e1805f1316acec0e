import { z } from "zod";
import { importedParameter } from "../past/imported-answer.ts";
import type { Report } from "../report/report.ts";
import { exportNameOf } from "./export-of.ts";
import { overviewDocument } from "./pdf/overview-document.ts";
import { overviewReportOf } from "./pdf/overview-report.ts";

/** The figures at the top of a dashboard, its chart and its first breakdowns, for printing. */
export const pdfExport: Report = {
	path: "/export/pdf",
	summary:
		"The overview of a range of days as a PDF document; start_date, end_date and time_zone are required",
	description: "To print or mail: figures, a chart and the longest tables of the range.",
	tag: "Exports",
	scope: "analytics:read",
	areas: ["overview", "pages", "sources", "places", "devices", "events"],
	extra: importedParameter,
	files: ["application/pdf"],
	response: z.unknown(),
	answer: async (context) => {
		const report = await overviewReportOf(context);
		return {
			name: exportNameOf(context, "/overview", "pdf"),
			type: "application/pdf",
			pieces: overviewDocument(report, context.now),
		};
	},
};
