import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVENT_TYPES, parseClientEvent } from "../event.ts";
import { compileRules } from "./compile-rules.ts";
import type { RuleEvent } from "./draft.ts";
import { createRuleHash } from "./keyed-hash.ts";
import { COPIED_HEADERS, RULE_OPERATORS, type Rule, rules } from "./rule.ts";
import { RULE_FIELDS } from "./target.ts";

const hashOf = createRuleHash("secret");
const hash = (text: string) => hashOf(1, text);
const NONE: ReadonlySet<string> = new Set();

const event: RuleEvent = {
	type: "custom_event",
	event_name: "sign_up",
	pathname: "/u/jane@shop.example",
	querystring: "?Ref=news%20letter&token=abc",
	properties: JSON.stringify({
		email: "jane@shop.example",
		plan: "pro",
		seats: 12,
		nested: { a: 1 },
	}),
};

const ruled = (given: readonly Rule[], of: RuleEvent = event, headers = {}) =>
	compileRules(given, NONE)(of, { headers, hash });

/** What rules change: fields, and properties as an object. */
const changes = (given: readonly Rule[], of: RuleEvent = event, headers = {}) => {
	const { properties = "{}", ...fields } = ruled(given, of, headers) ?? {};
	const changed = Object.entries(fields).filter(
		([name, value]) => of[name as keyof RuleEvent] !== value,
	);
	const before = JSON.parse(of.properties ?? "{}");
	const after = JSON.parse(properties);
	const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
	const differing = names.filter(
		(name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
	);
	return {
		...Object.fromEntries(changed),
		...Object.fromEntries(differing.map((name) => [`properties.${name}`, after[name]])),
	};
};

describe("a rule", () => {
	it.each<[string, Rule, object]>([
		[
			"renames an event",
			{ action: "rename", target: "event_name", to: "Signup" },
			{ event_name: "Signup" },
		],
		[
			"renames a property",
			{ action: "rename", target: "properties.seats", to: "places" },
			{ "properties.seats": undefined, "properties.places": 12 },
		],
		[
			"renames no property that is not there",
			{ action: "rename", target: "properties.x", to: "y" },
			{},
		],
		["sets a field", { action: "set", target: "tag", value: "b" }, { tag: "b" }],
		["clears a field", { action: "set", target: "pathname", value: "" }, { pathname: "" }],
		[
			"sets a property",
			{ action: "set", target: "properties.plan", value: "free" },
			{ "properties.plan": "free" },
		],
		[
			"hashes a property",
			{ action: "hash", target: "properties.email" },
			{ "properties.email": hash("jane@shop.example") },
		],
		[
			"hashes a number",
			{ action: "hash", target: "properties.seats" },
			{ "properties.seats": hash("12") },
		],
		[
			"hashes a list as its JSON",
			{ action: "hash", target: "properties.nested" },
			{ "properties.nested": hash('{"a":1}') },
		],
		["hashes nothing that is not there", { action: "hash", target: "page_title" }, {}],
		[
			"masks a part of a field",
			{ action: "mask", target: "pathname", pattern: "*@*", placeholder: "[mail]" },
			{ pathname: "/u/[mail]" },
		],
		[
			"masks each property",
			{ action: "mask", target: "properties.*", pattern: "#+", placeholder: "0" },
			{ "properties.seats": "0", "properties.nested": '{"a":0}' },
		],
		[
			"copies a parameter, whatever its case",
			{ action: "copy", from: "query", name: "ref", target: "properties.ref" },
			{ "properties.ref": "news letter" },
		],
		[
			"copies no parameter that is not there",
			{ action: "copy", from: "query", name: "a", target: "properties.ref" },
			{},
		],
		[
			"copies a header",
			{ action: "copy", from: "header", name: "x-release", target: "properties.release" },
			{ "properties.release": "7, 8" },
		],
	])("%s", (_what, rule, expected) =>
		expect(changes([rule], event, { "x-release": ["7", "8"] })).toEqual(expected),
	);

	it("copies no header where there is no request", () => {
		const copy: Rule = { action: "copy", from: "header", name: "dnt", target: "properties.dnt" };
		expect(compileRules([copy], NONE)(event, { hash })).toEqual(event);
	});

	it("never copies a parameter that the site excludes", () => {
		const copy: Rule = { action: "copy", from: "query", name: "Token", target: "properties.t" };
		expect(changes([copy])).toEqual({ "properties.t": "abc" });
		expect(compileRules([copy], new Set(["token"]))(event, { hash })).toEqual(event);
	});

	it("drops an event", () =>
		expect(
			ruled([
				{ action: "drop", when: { target: "type", operator: "equals", value: "custom_event" } },
			]),
		).toBeUndefined());

	it.each<[boolean, string, (typeof RULE_OPERATORS)[number], string | undefined]>([
		[true, "type", "equals", "custom_event"],
		[false, "type", "equals", "pageview"],
		[true, "event_name", "not_equals", "login"],
		[false, "event_name", "not_equals", "sign_up"],
		[true, "pathname", "starts_with", "/u/"],
		[false, "pathname", "starts_with", "u/"],
		[true, "pathname", "ends_with", ".example"],
		[false, "pathname", "ends_with", ".test"],
		[true, "querystring", "contains", "token"],
		[false, "querystring", "contains", "TOKEN"],
		[true, "querystring", "not_contains", "utm"],
		[false, "querystring", "not_contains", "Ref"],
		[true, "properties.seats", "greater_than", "11.5"],
		[false, "properties.seats", "greater_than", "12"],
		[true, "properties.seats", "less_than", "13"],
		[false, "properties.seats", "less_than", "12"],
		[false, "properties.none", "less_than", "12"],
		[false, "properties.plan", "less_than", "12"],
		[true, "properties.seats", "equals", "12"],
		[true, "properties.plan", "is_set", undefined],
		[false, "properties.none", "is_set", undefined],
		[true, "page_title", "is_not_set", undefined],
		[false, "properties.plan", "is_not_set", undefined],
	])("applies: %s where %s %s %s", (applies, target, operator, value) => {
		const when = { target, operator, ...(value !== undefined && { value }) };
		expect(ruled([{ action: "set", target: "tag", value: "x", when }])?.tag).toBe(
			applies ? "x" : undefined,
		);
	});

	it("finds a property whose name is written with escapes", () =>
		expect(
			changes([{ action: "set", target: "properties.email", value: "" }], {
				...event,
				properties: '{"\\u0065mail":"a"}',
			}),
		).toEqual({ "properties.email": "" }));
});

describe("rules", () => {
	it("apply in their order, each to what the one before it left", () => {
		const touched: number[] = [];
		const apply = compileRules(
			[
				{ action: "rename", target: "properties.email", to: "mail" },
				{ action: "hash", target: "properties.email" },
				{ action: "set", target: "properties.mail", value: "x" },
				{ action: "drop", when: { target: "properties.mail", operator: "equals", value: "x" } },
				{ action: "set", target: "tag", value: "never" },
			],
			NONE,
		);
		expect(apply(event, { hash }, (index) => touched.push(index))).toBeUndefined();
		expect(touched).toEqual([0, 2, 3]);
	});

	it("leave the event of the caller, and return it if nothing changes", () => {
		const before = structuredClone(event);
		ruled([
			{ action: "set", target: "tag", value: "x" },
			{ action: "hash", target: "properties.email" },
		]);
		expect(event).toEqual(before);
		expect(ruled([{ action: "set", target: "properties.plan", value: "pro" }])).toBe(event);
	});

	it("put a valid value where a type of event needs one", () => {
		const outbound: RuleEvent = { type: "outbound", properties: '{"url":"mailto:a@b.test"}' };
		const mask: Rule = {
			action: "mask",
			target: "properties.url",
			pattern: "**",
			placeholder: "x",
		};
		expect(changes([mask], outbound)).toEqual({ "properties.url": "about:blank" });
		const form: RuleEvent = { type: "form_submit", properties: '{"fieldCount":3}' };
		expect(changes([{ action: "hash", target: "properties.fieldCount" }], form)).toEqual({
			"properties.fieldCount": 0,
		});
		const copied: RuleEvent = { type: "copy", properties: '{"sourceElement":"P","textLength":9}' };
		expect(changes([{ action: "hash", target: "properties.textLength" }], copied)).toEqual({
			"properties.textLength": undefined,
		});
	});

	it("leave out the properties that make an event too long, never its masked values' originals", () => {
		const long = {
			...event,
			properties: JSON.stringify({ a: "1".repeat(1000), b: "2".repeat(1000) }),
		};
		const result = ruled(
			[
				{ action: "hash", target: "properties.a" },
				{ action: "set", target: "properties.c", value: "c".repeat(512) },
				{ action: "set", target: "properties.d", value: "d".repeat(512) },
				{ action: "set", target: "properties.e", value: "e".repeat(512) },
			],
			long,
		);
		expect(Object.keys(JSON.parse(result?.properties ?? ""))).toEqual(["a", "b", "c"]);
	});

	it("give the same hash for the same value of a site, and another on another site or server", () => {
		expect(hashOf(1, "a")).toMatch(/^[0-9a-f]{32}$/);
		expect(hashOf(1, "a")).toBe(createRuleHash("secret")(1, "a"));
		const others = [hashOf(2, "a"), hashOf(1, "b"), createRuleHash("another")(1, "a")];
		expect(new Set([hashOf(1, "a"), ...others]).size).toBe(4);
	});
});

const names = fc.constantFrom(
	"url",
	"message",
	"fieldCount",
	"textLength",
	"a",
	"b c",
	"constructor",
);
const properties = names.map((name) => `properties.${name}`);
const fields = fc.constantFrom(...Object.keys(RULE_FIELDS));
const targets = fc.oneof(fields, properties);
const texts = fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), fc.string({ maxLength: 20 }));
const conditions = fc
	.record({
		target: fc.oneof(fc.constant("type"), targets),
		operator: fc.constantFrom(...RULE_OPERATORS),
		value: fc.oneof(fc.constantFrom(...EVENT_TYPES), fc.integer().map(String), texts),
	})
	.map(({ value, ...rest }) => (rest.operator.startsWith("is_") ? rest : { ...rest, value }));
const when = fc.option(conditions, { nil: undefined, freq: 3 });
const anyRule = fc.oneof(
	fc.record({ action: fc.constant("drop"), when: conditions }),
	fc.record({
		action: fc.constant("rename"),
		target: fc.oneof(properties, fc.constant("event_name")),
		to: fc.oneof(names, texts),
		when,
	}),
	fc.record({ action: fc.constant("set"), target: targets, value: texts, when }),
	fc.record({ action: fc.constant("hash"), target: targets, when }),
	fc.record({
		action: fc.constant("mask"),
		target: fc.oneof(targets, fc.constant("properties.*")),
		pattern: fc.oneof(fc.constantFrom("*", "**", "#", "?", "*@*"), texts),
		placeholder: fc.string({ minLength: 1, maxLength: 32 }),
		when,
	}),
	fc.record({
		action: fc.constant("copy"),
		from: fc.constant("query"),
		name: fc.constantFrom("a", "b"),
		target: properties,
		when,
	}),
	fc.record({
		action: fc.constant("copy"),
		from: fc.constant("header"),
		name: fc.constantFrom(...COPIED_HEADERS),
		target: properties,
		when,
	}),
);
/** Rules that a site may have: what validation refuses is left out. */
const anyRules = fc
	.array(anyRule, { maxLength: 50 })
	.map((given) => rules.parse(given.filter((one) => rules.safeParse([one]).success)));

const NEEDED = {
	url: "https://shop.example/",
	message: "m",
	sourceElement: "p",
	formId: "f",
	formName: "f",
	formAction: "/",
	method: "post",
	fieldCount: 2,
	element: "input",
	inputName: "i",
};
const anyEvent = fc
	.record({
		type: fc.constantFrom(...EVENT_TYPES),
		site_id: fc.constant("1"),
		event_name: texts.filter((text) => text !== "").map((text) => text.slice(0, 256)),
		pathname: texts,
		querystring: fc.oneof(fc.constant("?a=%zz&B=2"), texts),
		page_title: texts,
		ms_visible: fc.constant(1),
		properties: fc
			.dictionary(fc.oneof(names, fc.constant("__proto__"), texts), fc.jsonValue({ maxDepth: 2 }))
			.map((given) => JSON.stringify({ ...given, ...NEEDED })),
	})
	.filter((one) => parseClientEvent({ ...one }).success);

describe("whatever the rules and the event", () => {
	it("the result is dropped, or a valid event of the same type and site", () =>
		fc.assert(
			fc.property(anyRules, anyEvent, (given, one) => {
				const before = structuredClone(one);
				const touched: number[] = [];
				const headers = { dnt: "1".repeat(5000), ect: ["4g", "3g"] };
				const result = compileRules(given, NONE)(one, { headers, hash }, (index) =>
					touched.push(index),
				);
				expect(one).toEqual(before);
				// One pass: each rule at most once, in order.
				expect(touched).toEqual([...new Set(touched)].sort((a, b) => a - b));
				if (result === undefined) return;
				expect(parseClientEvent({ ...result }).success).toBe(true);
				expect([result.type, result.site_id]).toEqual([one.type, one.site_id]);
			}),
			{ numRuns: 200 },
		));
});
