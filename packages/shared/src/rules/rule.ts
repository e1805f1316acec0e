import { z } from "zod";
import { faultInPattern } from "./mask-pattern.ts";
import { EVERY_PROPERTY, isRuleField, propertyIn, RULE_FIELDS } from "./target.ts";

/** The most rules of a site. */
export const MAX_RULES = 50;
const MAX_VALUE = 512;
const MAX_NAME = 256;
const MAX_PATTERN = 100;
const MAX_PLACEHOLDER = 32;

/** The headers that a rule may copy: none identifies a person, opens an account or holds an address. */
export const COPIED_HEADERS = [
	"accept-language",
	"cf-ipcountry",
	"device-memory",
	"dnt",
	"downlink",
	"ect",
	"rtt",
	"save-data",
	"sec-ch-prefers-color-scheme",
	"sec-ch-prefers-reduced-motion",
	"sec-ch-ua-mobile",
	"sec-ch-ua-platform",
	"sec-gpc",
	"x-app-version",
	"x-environment",
	"x-release",
	"x-requested-with",
	"x-tenant",
] as const;

export const RULE_OPERATORS = [
	"equals",
	"not_equals",
	"contains",
	"not_contains",
	"starts_with",
	"ends_with",
	"greater_than",
	"less_than",
	"is_set",
	"is_not_set",
] as const;
export type RuleOperator = (typeof RULE_OPERATORS)[number];

const target = z
	.string()
	.max(MAX_NAME)
	.describe(
		`What it changes: ${Object.keys(RULE_FIELDS).join(", ")}, or a property such as \`properties.plan\`.`,
	);

const condition = z
	.object({
		target: z
			.string()
			.max(MAX_NAME)
			.describe("`type`, a field, or a property such as `properties.plan`."),
		operator: z
			.enum(RULE_OPERATORS)
			.describe(
				"Texts are compared as they are written, `greater_than` and `less_than` as numbers.",
			),
		value: z.string().max(MAX_VALUE).optional().describe("Absent for `is_set` and `is_not_set`."),
	})
	.meta({ component: "RuleCondition" });
export type RuleCondition = z.infer<typeof condition>;

const ruleOf = <const Action extends string, Own extends z.ZodRawShape>(
	component: string,
	action: Action,
	own: Own,
) =>
	z
		.object({
			action: z.literal(action),
			when: condition.optional().describe("Absent: the rule applies to each event."),
			...own,
		})
		.meta({ component });

/** What the gateway does to an event of a site before it is stored. */
export const Rule = z
	.discriminatedUnion("action", [
		ruleOf("DropRule", "drop", {}),
		ruleOf("RenameRule", "rename", {
			target: z
				.string()
				.max(MAX_NAME)
				.describe("`event_name`, or a property such as `properties.plan`."),
			to: z.string().max(MAX_NAME).describe("The new name, without `properties.`."),
		}),
		ruleOf("SetRule", "set", { target, value: z.string().max(MAX_VALUE) }),
		ruleOf("HashRule", "hash", { target }),
		ruleOf("MaskRule", "mask", {
			target: target.describe("A field, a property, or `properties.*` for each property."),
			pattern: z
				.string()
				.max(MAX_PATTERN)
				.describe(
					"`*` a run of letters and digits, `?` one, `#` a digit, `#+` a run of digits, `**` anything, `\\` before a plain character.",
				),
			placeholder: z.string().max(MAX_PLACEHOLDER).default("***"),
		}),
		ruleOf("CopyRule", "copy", {
			from: z.enum(["header", "query"]),
			name: z
				.string()
				.max(MAX_NAME)
				.describe("Of the request's header, or of the page's parameter."),
			target: z.string().max(MAX_NAME).describe("A property such as `properties.plan`."),
		}),
	])
	.meta({ component: "Rule" });
export type Rule = z.infer<typeof Rule>;

const FIELDS = Object.keys(RULE_FIELDS).join(", ");
const NAME_A_PROPERTY = "a property such as properties.plan, with a name of at most 100 characters";

const NEEDS_NO_VALUE: ReadonlySet<RuleOperator> = new Set(["is_set", "is_not_set"]);
const COMPARES_NUMBERS: ReadonlySet<RuleOperator> = new Set(["greater_than", "less_than"]);

const faultInTarget = (given: string): string | undefined =>
	isRuleField(given) || propertyIn(given) !== undefined
		? undefined
		: `target "${given}" is unknown: use ${FIELDS}, or ${NAME_A_PROPERTY}`;

const faultInCondition = ({
	target: given,
	operator,
	value,
}: RuleCondition): string | undefined => {
	if (given !== "type" && faultInTarget(given) !== undefined)
		return `when.target "${given}" is unknown: use type, ${FIELDS}, or ${NAME_A_PROPERTY}`;
	if (NEEDS_NO_VALUE.has(operator))
		return value === undefined ? undefined : `when.value has no meaning for ${operator}: remove it`;
	if (value === undefined) return `when.value is missing: ${operator} compares with it`;
	if (COMPARES_NUMBERS.has(operator) && (value.trim() === "" || !Number.isFinite(Number(value))))
		return `when.value must be a number for ${operator}, such as 100`;
	return undefined;
};

/** What a rule states beyond its shape: one check for each action. */
const FAULTS: {
	[Action in Rule["action"]]: (rule: Extract<Rule, { action: Action }>) => string | undefined;
} = {
	drop: ({ when }) =>
		when === undefined ? "needs a condition in when: without one it drops every event" : undefined,
	rename: ({ target: given, to }) => {
		if (given === "event_name") return to === "" ? "to is empty: write the new name" : undefined;
		if (propertyIn(given) === undefined)
			return `target must be event_name or ${NAME_A_PROPERTY}: only these have names`;
		const name = propertyIn(`properties.${to}`);
		if (name === undefined) return `to must be the name of ${NAME_A_PROPERTY}`;
		return propertyIn(given) === to ? "to is the name that it already has" : undefined;
	},
	set: ({ target: given, value }) =>
		given === "event_name" && value === ""
			? "value is empty, but an event needs its name: write one"
			: faultInTarget(given),
	hash: ({ target: given }) => faultInTarget(given),
	mask: ({ target: given, pattern, placeholder }) => {
		const fault = given === EVERY_PROPERTY ? undefined : faultInTarget(given);
		if (fault !== undefined) return `${fault}, or ${EVERY_PROPERTY} for each property`;
		const wrong = faultInPattern(pattern);
		if (wrong !== undefined) return `pattern ${wrong}`;
		return placeholder === "" ? "placeholder is empty: write what to show, such as ***" : undefined;
	},
	copy: ({ from, name, target: given }) => {
		if (propertyIn(given) === undefined) return `target must be ${NAME_A_PROPERTY}`;
		if (name === "") return "name is empty: write which to copy";
		return from === "header" && !(COPIED_HEADERS as readonly string[]).includes(name)
			? `the header "${name}" cannot be copied: use one of ${COPIED_HEADERS.join(", ")}`
			: undefined;
	},
};

/** What to change in a rule; `undefined` if it can be used. */
export const faultInRule = (rule: Rule): string | undefined =>
	(FAULTS[rule.action] as (rule: Rule) => string | undefined)(rule) ??
	(rule.when && faultInCondition(rule.when));

/** The rules of a site, in the order in which they apply. An error names the rule by its place, from 1 on. */
export const rules = z
	.array(Rule)
	.max(MAX_RULES)
	.superRefine((all, context) => {
		for (const [index, rule] of all.entries()) {
			const fault = faultInRule(rule);
			if (fault !== undefined)
				context.addIssue({
					code: "custom",
					path: [index],
					message: `Rule ${index + 1} (${rule.action}): ${fault}`,
				});
		}
	});
