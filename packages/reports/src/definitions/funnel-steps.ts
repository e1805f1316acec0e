import { ApiError, type Issue } from "@footfall/shared/api-error";
import { z } from "zod";
import { CAPTURED_TYPES, propertyFilters, singleProperty } from "./property-filter.ts";

export const STEP_TYPES = ["page", "event", ...CAPTURED_TYPES] as const;

/** One step of a funnel. */
export const FunnelStep = z
	.object({
		type: z.enum(STEP_TYPES, "Invalid step type"),
		/** A path or pattern, an event's name, or a pattern over a property of the captured event. */
		value: z.string().max(2048).optional(),
		name: z.string().max(255).optional(),
		hostname: z.string().max(253).optional(),
		propertyFilters: propertyFilters.optional(),
		...singleProperty,
	})
	.meta({ component: "FunnelStep" })
	.refine(({ type, value }) => (type !== "page" && type !== "event") || Boolean(value), {
		message: "Page and event steps require a value",
	});
export type FunnelStep = z.infer<typeof FunnelStep>;

export const MIN_STEPS = 2;
const MAX_STEPS = 20;

/** The steps of a funnel, in order. */
export const FunnelSteps = z
	.array(FunnelStep, "At least 2 steps are required for a funnel")
	.min(MIN_STEPS, "At least 2 steps are required for a funnel")
	.max(MAX_STEPS, `A funnel can have at most ${MAX_STEPS} steps`);

/** The first fault of a body with steps, as a message. */
export const refuseFunnel = (issues: readonly Issue[]): ApiError =>
	new ApiError("INVALID_REQUEST", issues[0]?.message ?? "Invalid request body", {
		details: issues.map(({ path, message }) => ({ path: path.join("."), message })),
	});

/** A funnel that was saved for a site. */
export interface SavedFunnel {
	id: number;
	name: string;
	steps: readonly FunnelStep[];
}

/** The saved funnels that are exported with their counts. */
export interface SavedFunnels {
	/** The newest first. */
	ofSite(siteId: number): Promise<readonly SavedFunnel[]>;
}
