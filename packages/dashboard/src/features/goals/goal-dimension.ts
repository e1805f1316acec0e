/** What conversions are broken down by, the most asked for first. */
export const GOAL_DIMENSIONS = [
	"channel",
	"referrer",
	"utm_source",
	"utm_campaign",
	"entry_page",
	"country",
	"device_type",
	"browser",
] as const;
export type GoalDimension = (typeof GOAL_DIMENSIONS)[number];

const [USUAL] = GOAL_DIMENSIONS;

/** The dimension that the address names; the usual one for none, or for one that there is not. */
export const dimensionOfBy = (by: string | undefined): GoalDimension =>
	GOAL_DIMENSIONS.find((one) => one === by) ?? USUAL;

/** How the address says a dimension; undefined for the usual one. */
export const byOfDimension = (dimension: GoalDimension): string | undefined =>
	dimension === USUAL ? undefined : dimension;
