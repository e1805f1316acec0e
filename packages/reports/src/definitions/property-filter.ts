import { z } from "zod";

/** Events that the tracker captures by itself and that goals and funnel steps can use. */
export const CAPTURED_TYPES = ["outbound", "button_click", "form_submit", "copy"] as const;
export type CapturedType = (typeof CAPTURED_TYPES)[number];

/** Conditions of goals and funnel steps on the properties of an event; for a page, on its URL parameters. */
export const propertyFilters = z
	.array(
		z
			.object({
				key: z.string().min(1).max(256),
				value: z.union([z.string().max(2048), z.number(), z.boolean()]),
			})
			.meta({ component: "PropertyFilter" }),
	)
	.max(20);

/** The older form: one property, both of its fields or neither. */
export const singleProperty = {
	eventPropertyKey: z.string().min(1).max(256).optional(),
	eventPropertyValue: z.union([z.string().max(2048), z.number(), z.boolean()]).optional(),
};

/** Whether only one field of the older form is given. */
export const isHalfProperty = (one: {
	eventPropertyKey?: unknown;
	eventPropertyValue?: unknown;
}): boolean => (one.eventPropertyKey === undefined) !== (one.eventPropertyValue === undefined);
