import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	CONDITION_TYPES,
	type Condition,
	conditionOfGoal,
	conditionOfStep,
	conditionOfText,
	emptyCondition,
	goalOfCondition,
	problemOf,
	stepOfCondition,
	textOfCondition,
} from "./condition.ts";

const text = fc.string({ maxLength: 8 });
const conditions: fc.Arbitrary<Condition> = fc.record({
	type: fc.constantFrom(...CONDITION_TYPES),
	value: text,
	name: text,
	hostname: text,
	properties: fc.array(fc.record({ key: text, value: text }), { maxLength: 3 }),
});

describe("a condition in the URL", () => {
	it("is read back as it was written", () =>
		fc.assert(
			fc.property(conditions, (condition) => {
				expect(conditionOfText(textOfCondition(condition))).toEqual(condition);
			}),
		));

	it("is short", () => {
		expect(textOfCondition({ ...emptyCondition(), value: "/pricing" })).toBe("page~/pricing");
		expect(textOfCondition(emptyCondition("copy"))).toBe("copy");
	});

	it.each(["", "visit~/x", "page~x!"])("is invalid for %j", (nonsense) =>
		expect(conditionOfText(nonsense)).toBeUndefined(),
	);
});

describe("a condition from the API", () => {
	it("of a step is converted back without empty fields", () => {
		const step = { type: "page" as const, value: "/pricing", name: "Prices" };
		expect(stepOfCondition(conditionOfStep(step))).toEqual(step);
	});

	it("of a step may name one property in the legacy form", () =>
		expect(
			conditionOfStep({
				type: "event",
				value: "signup",
				propertyFilters: [{ key: "seats", value: 3 }],
				eventPropertyKey: "isTrial",
				eventPropertyValue: true,
			}).properties,
		).toEqual([
			{ key: "seats", value: "3" },
			{ key: "isTrial", value: "true" },
		]));

	it.each([
		{ goalType: "path" as const, config: { pathPattern: "/blog/*" } },
		{ goalType: "event" as const, config: { eventName: "signup" } },
		{ goalType: "outbound" as const, config: { valuePattern: "*github.com*" } },
		{ goalType: "copy" as const, config: {} },
	])("of a goal is converted back: %j", (goal) =>
		expect(goalOfCondition(conditionOfGoal(goal))).toEqual(goal),
	);
});

describe("an incomplete condition", () => {
	const problem = (change: Partial<Condition>) => problemOf({ ...emptyCondition(), ...change });

	it.each([
		[{}, "noPath"],
		[{ type: "event" as const, value: " " }, "noEvent"],
		[{ value: "pricing" }, "pathStart"],
		[{ value: `/${"x".repeat(3000)}` }, "tooLong"],
		[{ value: "/x", properties: [{ key: "", value: "1" }] }, "noKey"],
		[{ value: "**" }, undefined],
		[{ type: "outbound" as const }, undefined],
	])("%j is reported as %s", (change, expected) => expect(problem(change)).toBe(expected));
});
