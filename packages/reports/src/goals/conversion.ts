import type { FunnelStep } from "../definitions/funnel-steps.ts";
import type { Goal } from "../definitions/goal.ts";
import { GOAL_VALUES } from "../events/events-autocapture.ts";
import { hostForms } from "../query/address-forms.ts";
import type { Bind } from "../query/binding.ts";
import { rowCondition } from "../query/condition.ts";
import { meets, meetsPath, valuePatternOf } from "../query/pattern.ts";

/** The conditions on an event that reaches a goal or a step of a funnel. */
export interface Conversion {
	type: FunnelStep["type"];
	/**
	 * A path's pattern, an event's name, or a pattern over the captured value; for captured events,
	 * no pattern matches all.
	 */
	value: string | undefined;
	hostname: string | undefined;
	/** All of them must match; for a page they are URL parameters. */
	properties: readonly { key: string; value: string | number | boolean }[];
}

type Properties = Pick<FunnelStep, "propertyFilters" | "eventPropertyKey" | "eventPropertyValue">;

/** Both ways to name properties; the older one names a single property. */
const propertiesOf = ({
	propertyFilters = [],
	eventPropertyKey: key,
	eventPropertyValue: value,
}: Properties): Conversion["properties"] =>
	key === undefined || value === undefined ? propertyFilters : [...propertyFilters, { key, value }];

export const conversionOfGoal = ({
	goalType,
	config,
}: Pick<Goal, "goalType" | "config">): Conversion => ({
	type: goalType === "path" ? "page" : goalType,
	value:
		goalType === "path"
			? config.pathPattern
			: goalType === "event"
				? config.eventName
				: config.valuePattern,
	hostname: undefined,
	properties: propertiesOf(config),
});

export const conversionOfStep = (step: FunnelStep): Conversion => ({
	type: step.type,
	value: step.value,
	hostname: step.hostname || undefined,
	properties: propertiesOf(step),
});

const valueMatches = ({ type, value }: Conversion, bind: Bind): string[] => {
	if (value === undefined || value === "") return [];
	if (type === "page") return [meetsPath("pathname", value, bind)];
	if (type === "event") return [`event_name = ${bind(value, "String")}`];
	const matches = GOAL_VALUES[type].map((text) => meets(text, valuePatternOf(value), bind));
	return [`(${matches.join(" OR ")})`];
};

/** SQL over a row of `events`: whether it converts. */
export const converts = (conversion: Conversion, bind: Bind): string => {
	const { type, hostname, properties } = conversion;
	const stored = { page: "pageview", event: "custom_event" }[type as string] ?? type;
	const prefix = type === "page" ? "url_param" : "prop";
	const filters = properties.map(({ key, value }) =>
		rowCondition(
			{
				parameter: `${prefix}:${key}`,
				type: "equals",
				value: [typeof value === "boolean" ? String(value) : value],
			},
			bind,
		),
	);
	return [
		`type = ${bind(stored, "String")}`,
		...valueMatches(conversion, bind),
		...(hostname === undefined
			? []
			: [
					`(${hostForms(hostname)
						.map((host) => `hostname = ${bind(host, "String")}`)
						.join(" OR ")})`,
				]),
		...filters,
	].join(" AND ");
};
