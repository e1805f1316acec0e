import { describe, expect, it } from "vitest";
import { moved, NEW_RULE, type Rule, ruleFrom, typedFrom } from "./rule-fields.ts";

const when = { target: "type", operator: "equals", value: "error" } as const;

describe("a typed rule", () => {
	it.each<Rule>([
		{ action: "drop", when },
		{ action: "rename", target: "event_name", to: "Signup" },
		{ action: "set", target: "tag", value: "", when: { target: "tag", operator: "is_not_set" } },
		{ action: "hash", target: "properties.email", when },
		{ action: "mask", target: "pathname", pattern: "*@*", placeholder: "[mail]" },
		{ action: "copy", from: "header", name: "dnt", target: "properties.dnt" },
	])("is sent as it was read: %j", (rule) => expect(ruleFrom(typedFrom(rule))).toEqual(rule));

	it("is sent without the spaces around its targets", () =>
		expect(ruleFrom({ ...NEW_RULE, action: "hash", target: " tag ", whenTarget: " " })).toEqual({
			action: "hash",
			target: "tag",
		}));
});

describe("the order of rules", () => {
	it("changes by one place, and not beyond the ends", () => {
		expect(moved(["a", "b", "c"], 2, 1)).toEqual(["a", "c", "b"]);
		expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
		expect(moved(["a", "b"], 1, 2)).toEqual(["a", "b"]);
	});
});
