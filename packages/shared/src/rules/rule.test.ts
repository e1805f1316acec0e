import { describe, expect, it } from "vitest";
import { COPIED_HEADERS, MAX_RULES, type Rule, rules } from "./rule.ts";

const faultsIn = (given: readonly object[]): string[] =>
	(rules.safeParse(given).error?.issues ?? []).map(({ message }) => message);

const when = { target: "type", operator: "equals", value: "error" };

describe("the rules of a site", () => {
	it("may change fields and properties, with a condition or without", () =>
		expect(
			rules.parse([
				{ action: "drop", when },
				{ action: "rename", target: "event_name", to: "Signup" },
				{ action: "rename", target: "properties.e-mail", to: "email" },
				{ action: "set", target: "tag", value: "" },
				{ action: "hash", target: "properties.email", when: { ...when, target: "properties.a.b" } },
				{ action: "mask", target: "properties.*", pattern: "*@*" },
				{ action: "copy", from: "header", name: "sec-gpc", target: "properties.gpc" },
				{ action: "copy", from: "query", name: "ref", target: "properties.ref" },
			]),
		).toMatchObject([{}, {}, {}, {}, {}, { placeholder: "***" }, {}, {}]));

	it.each<[string, object, string]>([
		["a drop of everything", { action: "drop" }, "Rule 2 (drop): needs a condition"],
		[
			"an unknown target",
			{ action: "set", target: "user_id", value: "x" },
			'Rule 2 (set): target "user_id" is unknown: use event_name,',
		],
		[
			"a property that no object can have",
			{ action: "hash", target: "properties.__proto__" },
			"is unknown",
		],
		["a nameless property", { action: "hash", target: "properties." }, "is unknown"],
		[
			"every property but for a mask",
			{ action: "hash", target: "properties.*" },
			"Rule 2 (hash): target",
		],
		[
			"the renaming of a field",
			{ action: "rename", target: "pathname", to: "x" },
			"only these have names",
		],
		["a name that it has", { action: "rename", target: "properties.a", to: "a" }, "already has"],
		["no name", { action: "rename", target: "event_name", to: "" }, "to is empty"],
		["an event without its name", { action: "set", target: "event_name", value: "" }, "is empty"],
		[
			"a pattern of nothing",
			{ action: "mask", target: "tag", pattern: "" },
			"Rule 2 (mask): pattern is empty",
		],
		[
			"no placeholder",
			{ action: "mask", target: "tag", pattern: "a", placeholder: "" },
			"placeholder is empty",
		],
		[
			"a copy into a field",
			{ action: "copy", from: "query", name: "a", target: "tag" },
			"target must be a property",
		],
		[
			"a comparison with nothing",
			{ action: "drop", when: { target: "type", operator: "equals" } },
			"when.value is missing",
		],
		[
			"a value that is compared with nothing",
			{ action: "drop", when: { ...when, operator: "is_set" } },
			"remove it",
		],
		[
			"a number that is none",
			{ action: "drop", when: { ...when, operator: "less_than", value: "" } },
			"must be a number",
		],
		[
			"a condition on an unknown target",
			{ action: "drop", when: { ...when, target: "ip" } },
			'when.target "ip" is unknown: use type,',
		],
	])("refuse %s, and name the rule", (_what, rule, fault) =>
		expect(faultsIn([{ action: "drop", when }, rule])).toEqual([expect.stringContaining(fault)]),
	);

	it.each([
		"cookie",
		"authorization",
		"x-forwarded-for",
		"x-real-ip",
		"forwarded",
		"cf-connecting-ip",
		"true-client-ip",
		"user-agent",
		"referer",
		"Sec-GPC",
	])("do not copy the header %s", (name) =>
		expect(faultsIn([{ action: "copy", from: "header", name, target: "properties.a" }])).toEqual([
			expect.stringContaining(`use one of ${COPIED_HEADERS[0]}`),
		]),
	);

	it("are at most fifty", () => {
		const rule: Rule = { action: "hash", target: "tag" };
		expect(faultsIn(Array(MAX_RULES).fill(rule))).toEqual([]);
		expect(faultsIn(Array(MAX_RULES + 1).fill(rule))).toHaveLength(1);
	});
});
