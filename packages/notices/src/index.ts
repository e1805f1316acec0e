export {
	CHANNEL_KINDS,
	type ChannelKind,
	type ChannelSecret,
	ChannelTarget,
} from "./channels/channel.ts";
export { Notice } from "./notice.ts";
export { REPORT_MAIL_PARTS, type ReportMailPart } from "./report-mail/report-mail-parts.ts";
