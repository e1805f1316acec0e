/** The dimensions that conversions can be broken down by, the most popular first. */
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

/** The dimension in the URL; the default for none or an unknown one. */
export const dimensionOfBy = (by: string | undefined): GoalDimension =>
	GOAL_DIMENSIONS.find((one) => one === by) ?? USUAL;

/** The dimension as the URL has it; undefined for the default. */
export const byOfDimension = (dimension: GoalDimension): string | undefined =>
	dimension === USUAL ? undefined : dimension;
