/** The parts of a site's analytics that a private link may be limited to, in the order of the dashboard's menu. */
export const AREAS = [
	"overview",
	"pages",
	"sources",
	"places",
	"devices",
	"events",
	"goals",
	"funnels",
	"journeys",
	"retention",
	"sessions",
	"users",
	"errors",
	"performance",
	"bots",
] as const;
export type Area = (typeof AREAS)[number];
