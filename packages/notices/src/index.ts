export { type CallOutcome, callChannel } from "./channels/call-channel.ts";
export {
	CHANNEL_KINDS,
	type ChannelKind,
	type ChannelSecret,
	ChannelTarget,
} from "./channels/channel.ts";
export { mailOfNotice } from "./channels/mail.ts";
export { requestOfNotice } from "./channels/request-of-notice.ts";
export type { MailContent } from "./mail-content.ts";
export { Notice } from "./notice.ts";
export { Html, html } from "./report-mail/html.ts";
export { type RenderedReportMail, renderReportMail } from "./report-mail/render-report-mail.ts";
export type {
	ChartPoint,
	Compared,
	ImportedDays,
	ListName,
	ListRow,
	ReportMailContent,
	SiteContent,
	SiteFigures,
	SiteRow,
	SitesContent,
} from "./report-mail/report-mail-content.ts";
export { REPORT_MAIL_PARTS, type ReportMailPart } from "./report-mail/report-mail-parts.ts";
