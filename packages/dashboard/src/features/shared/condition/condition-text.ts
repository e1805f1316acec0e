import { isolated } from "../../../i18n/isolated.ts";
import type { BehaviourWords } from "../report/use-texts.ts";
import type { Condition } from "./condition.ts";

/** The main part of a condition: `/pricing`, `signup`, `Any form`. */
export const valueOfCondition = (
	{ type, value }: Condition,
	{ condition }: BehaviourWords,
): string => {
	if (value.trim() !== "") return value.trim();
	return type === "page" || type === "event" ? condition.kinds[type] : condition.anyOf[type];
};

/** A condition in words: `Page /pricing, plan is free`. */
export const conditionText = (one: Condition, own: BehaviourWords): string => {
	const { condition } = own;
	const value = valueOfCondition(one, own);
	const isAny = one.value.trim() === "";
	return [
		isAny ? value : `${condition.kinds[one.type]} ${isolated(value)}`,
		...one.properties.map(
			(property) => `${isolated(property.key)} ${condition.equals} ${isolated(property.value)}`,
		),
		...(one.hostname.trim() === "" ? [] : [isolated(one.hostname.trim())]),
	].join(", ");
};

/** The name of a step, or its condition. */
export const nameOfStep = (step: Condition, own: BehaviourWords): string =>
	step.name.trim() || valueOfCondition(step, own);
