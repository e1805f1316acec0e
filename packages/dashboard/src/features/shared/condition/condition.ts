import { escaped, pieces } from "../../../router/filters.ts";

/** What an event must match to reach a goal or a funnel step. */
export const CONDITION_TYPES = [
	"page",
	"event",
	"outbound",
	"button_click",
	"form_submit",
	"copy",
] as const;
export type ConditionType = (typeof CONDITION_TYPES)[number];

export interface ConditionProperty {
	key: string;
	value: string;
}

/** The condition of a goal or step as its form has it: every field is present, but may be empty. */
export interface Condition {
	type: ConditionType;
	/** A path or pattern, the name of an event, or a pattern of captured items, which may be empty for any. */
	value: string;
	/** Of a step; shown instead of the value. */
	name: string;
	/** Only for steps. */
	hostname: string;
	/** All of them must match. For a page they are URL parameters. */
	properties: readonly ConditionProperty[];
}

export const emptyCondition = (type: ConditionType = "page"): Condition => ({
	type,
	value: "",
	name: "",
	hostname: "",
	properties: [],
});

/** Page and event conditions name one value; captured items may be any of their kind. */
export const needsValue = (type: ConditionType): boolean => type === "page" || type === "event";

type ApiValue = string | number | boolean;

/** A condition of a funnel as the API has it. */
export interface ApiStep {
	type: ConditionType;
	value?: string;
	name?: string;
	hostname?: string;
	propertyFilters?: { key: string; value: ApiValue }[];
	eventPropertyKey?: string;
	eventPropertyValue?: ApiValue;
}

interface ApiProperties {
	propertyFilters?: readonly { key: string; value: ApiValue }[] | undefined;
	eventPropertyKey?: string | undefined;
	eventPropertyValue?: ApiValue | undefined;
}

/** Both forms in which the API names properties. It treats a number and its text as equal. */
const propertiesOf = (one: ApiProperties): ConditionProperty[] => [
	...(one.propertyFilters ?? []).map(({ key, value }) => ({ key, value: String(value) })),
	...(one.eventPropertyKey !== undefined && one.eventPropertyValue !== undefined
		? [{ key: one.eventPropertyKey, value: String(one.eventPropertyValue) }]
		: []),
];

export const conditionOfStep = (step: ApiStep): Condition => ({
	type: step.type,
	value: step.value ?? "",
	name: step.name ?? "",
	hostname: step.hostname ?? "",
	properties: propertiesOf(step),
});

const filled = (properties: readonly ConditionProperty[]) =>
	properties.map(({ key, value }) => ({ key: key.trim(), value }));

export const stepOfCondition = ({
	type,
	value,
	name,
	hostname,
	properties,
}: Condition): ApiStep => ({
	type,
	...(value.trim() !== "" && { value: value.trim() }),
	...(name.trim() !== "" && { name: name.trim() }),
	...(hostname.trim() !== "" && { hostname: hostname.trim() }),
	...(properties.length > 0 && { propertyFilters: filled(properties) }),
});

/** A goal as the API has it. */
export interface ApiGoal {
	goalType: "path" | Exclude<ConditionType, "page">;
	config: ApiProperties & {
		pathPattern?: string | undefined;
		eventName?: string | undefined;
		valuePattern?: string | undefined;
	};
}

export const conditionOfGoal = ({ goalType, config }: ApiGoal): Condition => ({
	...emptyCondition(goalType === "path" ? "page" : goalType),
	value: config.pathPattern ?? config.eventName ?? config.valuePattern ?? "",
	properties: propertiesOf(config),
});

export const goalOfCondition = ({ type, value, properties }: Condition) => {
	const text = value.trim();
	const named =
		type === "page"
			? { pathPattern: text }
			: type === "event"
				? { eventName: text }
				: text === ""
					? {}
					: { valuePattern: text };
	return {
		goalType: type === "page" ? ("path" as const) : type,
		config: {
			...named,
			...(properties.length > 0 && { propertyFilters: filled(properties) }),
		},
	};
};

const isType = (text: string): text is ConditionType =>
	(CONDITION_TYPES as readonly string[]).includes(text);

/** Reads `page~/pricing~Prices~quill.example~plan~free`; undefined for invalid text. */
export const conditionOfText = (text: string): Condition | undefined => {
	const [type = "", value = "", name = "", hostname = "", ...rest] = pieces(text) ?? [];
	if (!isType(type)) return undefined;
	const properties: ConditionProperty[] = [];
	for (let at = 0; at < rest.length; at += 2)
		properties.push({ key: rest[at] ?? "", value: rest[at + 1] ?? "" });
	return { type, value, name, hostname, properties };
};

/** A condition as the URL has it; parsed by {@link conditionOfText}. */
export const textOfCondition = ({ type, value, name, hostname, properties }: Condition): string => {
	const texts = [
		type,
		value,
		name,
		hostname,
		...properties.flatMap((property) => [property.key, property.value]),
	];
	const last = properties.length > 0 ? texts.length - 1 : texts.findLastIndex((one) => one !== "");
	return texts
		.slice(0, last + 1)
		.map(escaped)
		.join("~");
};

/** Limits of the API, so that the form can report errors first. */
const MOST_LETTERS = { page: 2048, event: 256, captured: 512 };
export const MAX_PROPERTIES = 20;

/** Why a condition is incomplete. */
export type ConditionProblem = "noPath" | "noEvent" | "pathStart" | "tooLong" | "noKey";

export const problemOf = ({ type, value, properties }: Condition): ConditionProblem | undefined => {
	const text = value.trim();
	if (type === "page" && text === "") return "noPath";
	if (type === "event" && text === "") return "noEvent";
	// Paths begin with a slash, so no other pattern can match one.
	if (type === "page" && !/^[/*]/.test(text)) return "pathStart";
	const kind = type === "page" || type === "event" ? type : "captured";
	if (text.length > MOST_LETTERS[kind]) return "tooLong";
	return properties.some(({ key }) => key.trim() === "") ? "noKey" : undefined;
};
