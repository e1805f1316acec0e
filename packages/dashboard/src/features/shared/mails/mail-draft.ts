import type { MailBody, ReportMail } from "./mail-api.ts";

export const PERIODS = ["day", "week", "month"] as const;
export const PARTS = [
	...(["chart", "changes", "annotations", "pages", "sources"] as const),
	...(["campaigns", "countries", "goals", "revenue"] as const),
] as const satisfies readonly ReportMail["parts"][number][];
export const WEEK_STARTS = ["monday", "saturday", "sunday"] as const;

/** What the form of a report holds. */
export interface MailDraft
	extends Pick<
		ReportMail,
		| ("name" | "siteId" | "every" | "weekday" | "monthday" | "hour" | "timeZone" | "language")
		| ("weekStartsOn" | "parts" | "segmentId" | "attachPdf" | "isPaused")
	> {
	/** User ids. */
	members: readonly string[];
	addresses: readonly string[];
}

/** A report that nobody has changed yet: the last week, on Mondays. */
export const newMail = (given: {
	name: string;
	siteId: number | null;
	timeZone: string;
	language: MailDraft["language"];
	weekStartsOn: MailDraft["weekStartsOn"];
	members: readonly string[];
}): MailDraft => ({
	...given,
	...{ every: "week", weekday: 1, monthday: 1, hour: 8, parts: [...PARTS], segmentId: null },
	...{ attachPdf: false, isPaused: false, addresses: [] },
});

export const mailDraftOf = (mail: ReportMail): MailDraft => {
	const { name, siteId, every, weekday, monthday, hour, timeZone, language } = mail;
	const { weekStartsOn, parts, segmentId, attachPdf, isPaused, recipients } = mail;
	return {
		...{ name, siteId, every, weekday, monthday, hour, timeZone, language },
		...{ weekStartsOn, parts: PARTS.filter((part) => parts.includes(part)) },
		...{ segmentId, attachPdf, isPaused },
		members: recipients.flatMap(({ userId }) => userId ?? []),
		addresses: recipients.flatMap(({ userId, address }) => (userId === null ? address : [])),
	};
};

/** What is sent for a form. */
export const mailBodyOf = ({ members, addresses, ...fields }: MailDraft): MailBody => ({
	...fields,
	name: fields.name.trim(),
	parts: [...fields.parts],
	recipients: [
		...members.map((userId) => ({ userId })),
		...addresses.map((address) => ({ address })),
	],
});

/** The parts after one was checked or unchecked, in the order of the mail. */
export const toggledParts = (
	parts: MailDraft["parts"],
	part: MailDraft["parts"][number],
): MailDraft["parts"] => PARTS.filter((one) => (one === part) !== parts.includes(one));
