import { describe, expect, it } from "vitest";
import { configOfValue, type GoalValue, valueOfGoal, valueProblemOf } from "./goal-value.ts";

const NONE: GoalValue = { kind: "none", amount: "", currency: "EUR", key: "" };

describe("what a goal is worth", () => {
	it.each([
		[{}],
		[{ value: { amount: "29.90", currency: "USD" } }],
		[{ valueFrom: "revenue" }],
		[{ valueFrom: "prop:price" }],
	])("is saved as it was: %j", (config) =>
		expect(configOfValue(valueOfGoal(config, "EUR"))).toEqual(config),
	);

	it("is in the currency of the site at first, with a comma or a point", () =>
		expect(configOfValue({ ...valueOfGoal({}, "EUR"), kind: "fixed", amount: " 29,90 " })).toEqual({
			value: { amount: "29.90", currency: "EUR" },
		}));

	it.each<[Partial<GoalValue>, string | undefined]>([
		[{}, undefined],
		[{ kind: "fixed", amount: "0" }, "amount"],
		[{ kind: "fixed", amount: "29.90 €" }, "amount"],
		[{ kind: "fixed", amount: "0,5" }, undefined],
		[{ kind: "prop", key: " " }, "key"],
		[{ kind: "prop", key: "price" }, undefined],
	])("%j lacks %s", (value, problem) =>
		expect(valueProblemOf({ ...NONE, ...value })).toBe(problem),
	);
});
