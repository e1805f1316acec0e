import type { SiteConfig } from "../config/site-config.ts";

export type Rule = SiteConfig["rules"][number];
export type RuleAction = Rule["action"];
type Operator = NonNullable<Rule["when"]>["operator"];

export const ACTIONS: readonly RuleAction[] = ["drop", "rename", "set", "hash", "mask", "copy"];

/** A rule as somebody types it: `value` is a new name, a value, a pattern or the name of what is copied. */
export interface TypedRule {
	action: RuleAction;
	target: string;
	value: string;
	placeholder: string;
	from: "header" | "query";
	whenTarget: string;
	operator: Operator;
	whenValue: string;
}

export const NEW_RULE: TypedRule = {
	action: "mask",
	target: "",
	value: "",
	placeholder: "***",
	from: "query",
	whenTarget: "",
	operator: "equals",
	whenValue: "",
};

export const hasValue = (operator: Operator): boolean =>
	operator !== "is_set" && operator !== "is_not_set";

const ownOf = ({ action, target, value, placeholder, from }: TypedRule): Rule => {
	switch (action) {
		case "drop":
			return { action };
		case "rename":
			return { action, target, to: value };
		case "set":
			return { action, target, value };
		case "hash":
			return { action, target };
		case "mask":
			return { action, target, pattern: value, placeholder };
		case "copy":
			return { action, from, name: value, target };
	}
};

/** A typed rule as it is sent; the API checks it. */
export const ruleFrom = (typed: TypedRule): Rule => {
	const target = typed.whenTarget.trim();
	const own = ownOf({ ...typed, target: typed.target.trim() });
	if (target === "") return own;
	const { operator, whenValue } = typed;
	return { ...own, when: { target, operator, ...(hasValue(operator) && { value: whenValue }) } };
};

const typedValueOf = (rule: Rule): string => {
	if (rule.action === "rename") return rule.to;
	if (rule.action === "set") return rule.value;
	if (rule.action === "mask") return rule.pattern;
	return rule.action === "copy" ? rule.name : "";
};

export const typedFrom = (rule: Rule): TypedRule => ({
	...NEW_RULE,
	action: rule.action,
	target: rule.action === "drop" ? "" : rule.target,
	value: typedValueOf(rule),
	...(rule.action === "mask" && { placeholder: rule.placeholder }),
	...(rule.action === "copy" && { from: rule.from }),
	...(rule.when && {
		whenTarget: rule.when.target,
		operator: rule.when.operator,
		whenValue: rule.when.value ?? "",
	}),
});

/** The list with a rule at another place; the same list if there is no such place. */
export const moved = <Item>(list: readonly Item[], at: number, to: number): readonly Item[] => {
	const item = list[at];
	if (item === undefined || to < 0 || to >= list.length) return list;
	return list.toSpliced(at, 1).toSpliced(to, 0, item);
};
