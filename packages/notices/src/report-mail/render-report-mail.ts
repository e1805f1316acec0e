import { chartImage } from "./chart-image.ts";
import { htmlOf, titleOf } from "./html-document.ts";
import { CHART_CID } from "./html-site.ts";
import { daysText } from "./mail-format.ts";
import { phrasesOf } from "./phrases-of.ts";
import type { ReportMailContent } from "./report-mail-content.ts";
import { textOf } from "./text-document.ts";

/** A mail to send: its image is an attachment that the HTML names. */
export interface RenderedReportMail {
	subject: string;
	html: string;
	text: string;
	attachments: { filename: string; contentType: string; content: Buffer; cid: string }[];
}

/**
 * Writes a report for its reader: for every mail program, light and dark, with the same as plain text.
 * @param images `attached`: for a mail. `inline`: within the HTML, for a preview in a browser
 */
export const renderReportMail = (
	mail: ReportMailContent,
	images: "attached" | "inline" = "attached",
): RenderedReportMail => {
	const phrases = phrasesOf(mail.language);
	const { content, every, period } = mail;
	const subject = phrases.subject[every](titleOf(mail), daysText(period, every, phrases));
	const points = content.kind === "site" && content.hasEvents ? content.points : [];
	const chart = points.length > 0 ? chartImage(points) : undefined;
	const chartSource =
		images === "attached"
			? `cid:${CHART_CID}`
			: `data:image/png;base64,${chart?.toString("base64") ?? ""}`;
	return {
		subject,
		html: htmlOf(mail, subject, chartSource, phrases),
		text: textOf(mail, phrases),
		attachments:
			chart !== undefined && images === "attached"
				? [
						{
							...{ filename: "chart.png", contentType: "image/png" },
							...{ content: chart, cid: CHART_CID },
						},
					]
				: [],
	};
};
