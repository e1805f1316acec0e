import { z } from "zod";
import {
	CAPTURED_TYPES,
	isHalfProperty,
	propertyFilters,
	singleProperty,
} from "./property-filter.ts";

export const GOAL_TYPES = ["path", "event", ...CAPTURED_TYPES] as const;
export type GoalType = (typeof GOAL_TYPES)[number];

/** The condition that reaches a goal. In patterns `*` stands for part of a path segment, `**` for anything. */
export const GoalConfig = z.object({
	pathPattern: z.string().min(1).max(2048).optional(),
	eventName: z.string().min(1).max(256).optional(),
	valuePattern: z.string().max(512).optional(),
	propertyFilters: propertyFilters.optional(),
	...singleProperty,
});
export type GoalConfig = z.infer<typeof GoalConfig>;

/** A goal as it is created or replaced. */
export const GoalBody = z
	.object({
		name: z.string().max(255).nullish(),
		goalType: z.enum(GOAL_TYPES),
		config: GoalConfig,
	})
	.superRefine(({ goalType, config }, context) => {
		const refuse = (field: string, message: string) =>
			context.addIssue({ code: "custom", path: ["config", field], message });
		if (goalType === "path" && config.pathPattern === undefined)
			refuse("pathPattern", "A path goal needs a pathPattern");
		if (goalType === "event" && config.eventName === undefined)
			refuse("eventName", "An event goal needs an eventName");
		if (goalType === "event" && isHalfProperty(config))
			refuse("eventPropertyKey", "eventPropertyKey and eventPropertyValue go together");
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
