import { amountOf } from "@footfall/shared/money/amount";
import { currencyOf } from "@footfall/shared/money/currency";
import { z } from "zod";
import {
	CAPTURED_TYPES,
	isHalfProperty,
	propertyFilters,
	singleProperty,
} from "./property-filter.ts";

export const GOAL_TYPES = ["path", "event", ...CAPTURED_TYPES] as const;
export type GoalType = (typeof GOAL_TYPES)[number];

/** A value as an error names it. */
const shown = (value: unknown): string => (JSON.stringify(value) ?? "Nothing").slice(0, 100);

const value = z
	.object({
		amount: z
			.union([z.string(), z.number()])
			.refine((text) => /^[1-9]|^0\./.test(amountOf(text) ?? ""), {
				error: ({ input }) =>
					`${shown(input)} is not an amount above 0 with at most four digits after the point, such as "29.90"`,
			}),
		currency: z.string().refine((code) => currencyOf(code) === code, {
			error: ({ input }) => `${shown(input)} is not an ISO 4217 currency code, such as EUR`,
		}),
	})
	.meta({ component: "GoalValue" });
const valueFrom = z.string().regex(/^(?:revenue|prop:.{1,256})$/su, {
	error: ({ input }) => `${shown(input)} is neither revenue nor a property, such as prop:price`,
});

/** The condition that reaches a goal, and what that is worth. In patterns `*` stands for part of a path segment, `**` for anything. */
export const GoalConfig = z
	.object({
		pathPattern: z.string().min(1).max(2048).optional(),
		eventName: z.string().min(1).max(256).optional(),
		valuePattern: z.string().max(512).optional(),
		propertyFilters: propertyFilters.optional(),
		...singleProperty,
		value: value.optional().describe("What each session that reaches the goal is worth"),
		valueFrom: valueFrom
			.optional()
			.describe(
				"`revenue`: the amounts of the events that reach it; `prop:<key>`: the numbers in this property, or URL parameter of a page, in the site's currency",
			),
	})
	.meta({ component: "GoalConfig" });
export type GoalConfig = z.infer<typeof GoalConfig>;

/** A goal as it is created or replaced. */
export const GoalBody = z
	.object({
		name: z.string().max(255).nullish(),
		goalType: z.enum(GOAL_TYPES),
		config: GoalConfig,
	})
	.meta({ component: "GoalCreation" })
	.superRefine(({ goalType, config }, context) => {
		const refuse = (field: string, message: string) =>
			context.addIssue({ code: "custom", path: ["config", field], message });
		if (goalType === "path" && config.pathPattern === undefined)
			refuse("pathPattern", "A path goal needs a pathPattern");
		if (goalType === "event" && config.eventName === undefined)
			refuse("eventName", "An event goal needs an eventName");
		if (goalType === "event" && isHalfProperty(config))
			refuse("eventPropertyKey", "eventPropertyKey and eventPropertyValue go together");
		if (config.value !== undefined && config.valueFrom !== undefined)
			refuse("valueFrom", "A goal has either a value or valueFrom");
		if (goalType !== "event" && config.valueFrom === "revenue")
			refuse("valueFrom", "Only events have revenue: use an event goal, a value or a property");
	});

/** A goal as it is stored. */
export interface Goal {
	goalId: number;
	siteId: number;
	name: string | null;
	goalType: GoalType;
	config: GoalConfig;
	createdAt: Date;
}

/** The saved goals that reports count conversions for. */
export interface Goals {
	ofSite(siteId: number): Promise<Goal[]>;
	/** @throws ApiError 404 for an unknown goal, or for one of another site */
	one(siteId: number, reference: string): Promise<Goal>;
}
