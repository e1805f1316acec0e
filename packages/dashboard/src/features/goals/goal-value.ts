import type { GoalRow } from "./use-goals.ts";

type GoalConfig = Pick<GoalRow["config"], "value" | "valueFrom">;

export const VALUE_KINDS = ["none", "fixed", "revenue", "prop"] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

/** What a goal is worth, as it is typed. */
export interface GoalValue {
	kind: ValueKind;
	/** Of a fixed value. */
	amount: string;
	currency: string;
	/** Of the property with the value. */
	key: string;
}

/** @param currency of the site, for a goal that has no fixed value yet */
export const valueOfGoal = ({ value, valueFrom }: GoalConfig, currency: string): GoalValue => ({
	kind: value
		? "fixed"
		: valueFrom === undefined
			? "none"
			: valueFrom === "revenue"
				? "revenue"
				: "prop",
	amount: value ? String(value.amount) : "",
	currency: value?.currency ?? currency,
	key: valueFrom?.startsWith("prop:") ? valueFrom.slice("prop:".length) : "",
});

/** A comma is as good as a point. */
const amountOf = ({ amount }: GoalValue) => amount.trim().replace(",", ".");

export const configOfValue = (value: GoalValue): GoalConfig => {
	switch (value.kind) {
		case "fixed":
			return { value: { amount: amountOf(value), currency: value.currency } };
		case "revenue":
			return { valueFrom: "revenue" };
		case "prop":
			return { valueFrom: `prop:${value.key.trim()}` };
		default:
			return {};
	}
};

const AMOUNT = /^(?=.*[1-9])\d{1,12}(?:\.\d{1,4})?$/;

/** The field that is not filled in. */
export const valueProblemOf = (value: GoalValue): "amount" | "key" | undefined => {
	if (value.kind === "fixed" && !AMOUNT.test(amountOf(value))) return "amount";
	return value.kind === "prop" && value.key.trim() === "" ? "key" : undefined;
};
