/** The parts that a report by mail can have beside its figures, in the order in which it shows them. */
export const REPORT_MAIL_PARTS = [
	"chart",
	"changes",
	"annotations",
	"pages",
	"sources",
	"campaigns",
	"countries",
	"goals",
	"revenue",
] as const;
export type ReportMailPart = (typeof REPORT_MAIL_PARTS)[number];
