import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileSchema, type SchemaObject } from "./compile-schema.ts";
import { MAX_EXAMPLE, MAX_VIOLATIONS, violationsOf } from "./violations-of.ts";

const compiled = (schema: SchemaObject) => {
	const { node, faults } = compileSchema(schema);
	expect(faults).toEqual([]);
	return node;
};
const rulesOf = (schema: SchemaObject, value: unknown) =>
	violationsOf(compiled(schema), value).map(({ rule }) => rule);

describe.each<[keyword: string, SchemaObject, fitting: unknown[], others: unknown[]]>([
	["type", { type: "string" }, ["", "x"], [null, 1, true, [], {}]],
	["type", { type: "number" }, [1, 1.5, -0], ["1", null]],
	["type", { type: "integer" }, [1, 1.0, -3, 1e300], [1.5, "1"]],
	["type", { type: "boolean" }, [true, false], [0, "true", null]],
	["type", { type: "null" }, [null], [0, "", false]],
	["type", { type: "array" }, [[], [1]], [{}, "[]"]],
	["type", { type: "object" }, [{}, { a: 1 }], [[], null]],
	["type", { type: ["string", "null"] }, ["x", null], [1, []]],
	["type", { type: ["integer", "string"] }, [2, "x"], [2.5]],
	[
		"enum",
		{ enum: ["a", 1, null, { b: [1], a: 2 }] },
		["a", 1, 1.0, null, { a: 2, b: [1] }],
		["1", true, { a: 2, b: [2] }, { a: 2 }],
	],
	["enum", { enum: [] }, [], ["a", null]],
	["const", { const: { a: [1, 2] } }, [{ a: [1, 2] }], [{ a: [2, 1] }, { a: [1, 2], b: 1 }, "x"]],
	["const", { const: 0 }, [0, -0], [false, "0", null, []]],
	["const", { const: ["a", "b"] }, [["a", "b"]], [{ 0: "a", 1: "b" }, "a,b"]],
	["minimum", { minimum: 1.5 }, [1.5, 2, "0", null], [1.4, -1]],
	["maximum", { maximum: 10 }, [10, -5, "11", [11]], [10.1]],
	["minLength", { minLength: 2 }, ["ab", "😀😀", 1, []], ["a", "", "😀"]],
	["maxLength", { maxLength: 2 }, ["ab", "", "😀😀", 123], ["abc", "😀😀😀"]],
	["pattern", { pattern: "^\\d+$" }, ["12", 12, null], ["1a", ""]],
	["pattern", { pattern: "b" }, ["abc"], ["ac"]],
	["minItems", { minItems: 1 }, [[1], "", {}], [[]]],
	["maxItems", { maxItems: 1 }, [[1], [], { length: 2 }], [[1, 2]]],
	["format", { format: "date" }, ["2026-11-28", 5], ["2026-02-30", "28.11.2026", ""]],
	["format", { format: "time" }, ["10:00:00Z", "23:59:60+01:00"], ["10:00:00", "25:00:00Z"]],
	[
		"format",
		{ format: "date-time" },
		["2026-11-28T10:00:00Z", "2026-11-28t10:00:00.123+02:00"],
		["2026-11-28", "2026-11-28 10:00:00Z", "2026-13-28T10:00:00Z"],
	],
	["format", { format: "email" }, ["a@b.example"], ["a@", "a b@c.example"]],
	["format", { format: "hostname" }, ["shop.example", "localhost"], ["-a.example", "a..b", ""]],
	["format", { format: "ipv4" }, ["192.0.2.1"], ["192.0.2.256", "::1"]],
	["format", { format: "ipv6" }, ["2001:db8::1"], ["192.0.2.1", "g::1"]],
	[
		"format",
		{ format: "uri" },
		["https://a.example/x?y#z", "mailto:a@b.example"],
		["/relative", "a b", "https://a b"],
	],
	[
		"format",
		{ format: "uuid" },
		["123e4567-e89b-12d3-a456-426614174000"],
		["123e4567", "123e4567e89b12d3a456426614174000"],
	],
])("%s of %j", (keyword, schema, fitting, others) => {
	it("is met", () => {
		for (const value of fitting) expect([value, rulesOf(schema, value)]).toEqual([value, []]);
	});
	it("is violated", () => {
		for (const value of others) expect([value, rulesOf(schema, value)]).toEqual([value, [keyword]]);
	});
});

describe("rules about parts of the properties", () => {
	it("required names what is missing, and accepts null", () => {
		const schema = { required: ["a", "b/c", "toString"] };
		expect(rulesOf(schema, { a: null, "b/c": 0, toString: 1 })).toEqual([]);
		expect(rulesOf(schema, { a: 1 })).toEqual(["/b~1c required", "/toString required"]);
		expect(rulesOf(schema, "a text")).toEqual([]);
	});

	it("properties concern those that are there", () => {
		const schema = { properties: { a: { type: "string" }, b: false, c: true } };
		expect(rulesOf(schema, { c: 1, d: 1 })).toEqual([]);
		expect(rulesOf(schema, { a: 1, b: 1 })).toEqual(["/a type", "/b properties"]);
	});

	it("properties with the names of an object's own members are declared like others", () => {
		const properties = JSON.parse(
			'{"__proto__":{"type":"string"},"constructor":{"type":"string"}}',
		);
		const value = JSON.parse('{"__proto__":1,"constructor":1}');
		expect(rulesOf({ properties, additionalProperties: false }, value)).toEqual([
			"/__proto__ type",
			"/constructor type",
		]);
	});

	it("additionalProperties concern undeclared ones", () => {
		const properties = { a: {} };
		expect(rulesOf({ properties, additionalProperties: false }, { a: 1 })).toEqual([]);
		expect(rulesOf({ properties, additionalProperties: false }, { a: 1, x: 1, y: 2 })).toEqual([
			"additionalProperties",
		]);
		const numbers = { properties, additionalProperties: { type: "number" } };
		expect(rulesOf(numbers, { a: "x", b: 1 })).toEqual([]);
		expect(rulesOf(numbers, { b: "x", c: "y" })).toEqual(["/* type"]);
	});

	it("items concern each item, and name no index", () => {
		const schema = { properties: { cart: { items: { properties: { price: { minimum: 0 } } } } } };
		expect(rulesOf(schema, { cart: [{ price: 0 }, {}, 5] })).toEqual([]);
		expect(rulesOf(schema, { cart: [{ price: -1 }, { price: -2 }] })).toEqual([
			"/cart/*/price minimum",
		]);
		expect(rulesOf({ items: false }, [])).toEqual([]);
		expect(rulesOf({ items: false }, [1])).toEqual(["items"]);
	});

	it("a violation says what is asked for, and quotes a bounded value", () => {
		const schema = { properties: { plan: { enum: ["free", "pro"] } }, required: ["seats"] };
		const [missing, wrong] = violationsOf(compiled(schema), { plan: "x".repeat(5000) });
		expect(missing).toEqual({ rule: "/seats required", message: "is required", value: "" });
		expect(wrong).toMatchObject({ rule: "/plan enum", message: 'must be one of ["free","pro"]' });
		expect(wrong?.value).toHaveLength(MAX_EXAMPLE);
	});

	it("a quoted value is cut where no character is split", () => {
		const value = `${"\u0000".repeat(16)}${"😀".repeat(9)}`;
		const [violation] = violationsOf(compiled({ type: "number" }), value);
		expect(violation?.value).toBe(`"${"\\u0000".repeat(16)}😀`);
	});

	it("annotations change nothing", () =>
		expect(
			rulesOf({ title: "t", description: "d", default: 1, examples: [1], $comment: "c" }, {}),
		).toEqual([]));
});

describe("the work for one event", () => {
	it("is bounded for lists that violate with every item", () => {
		const schema = { items: { required: Array.from({ length: 4000 }, (_, at) => `n${at}`) } };
		const value = Array.from({ length: 8000 }, () => ({}));
		expect(violationsOf(compiled(schema), value)).toHaveLength(MAX_VIOLATIONS);
	});

	it("is bounded for patterns that need many steps", () => {
		const schema = { items: { pattern: "^(?:[ab]{0,50}){4}c$" } };
		const rules = violationsOf(compiled(schema), Array(300).fill("ab".repeat(50)));
		expect(rules).toEqual([expect.objectContaining({ rule: "/* pattern" })]);
	});

	it("is bounded for an enum of many values and a list of many items", () => {
		const schema = { items: { enum: Array.from({ length: 5000 }, (_, at) => at) } };
		expect(
			rulesOf(
				schema,
				Array.from({ length: 5000 }, (_, at) => at),
			),
		).toEqual([]);
	});

	it("is possible for a value that is nested deeply", () => {
		const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`);
		expect(rulesOf({ const: { a: 1 }, enum: [1] }, deep)).toEqual(["enum", "const"]);
	});
});

/** Schemas that often are valid, with keywords that often apply. */
const KEYWORDS = [
	"type",
	"enum",
	"const",
	"required",
	"properties",
	"additionalProperties",
	"items",
];
const OTHERS = ["minimum", "maxLength", "minItems", "pattern", "format", "$ref", "__proto__"];
const anySchema = fc.letrec<{ schema: unknown; value: unknown }>((tie) => ({
	schema: fc.oneof(
		{ maxDepth: 4 },
		fc.boolean(),
		fc.dictionary(fc.constantFrom(...KEYWORDS, ...OTHERS), tie("value"), { maxKeys: 5 }),
	),
	value: fc.oneof(
		{ maxDepth: 4 },
		fc.jsonValue({ maxDepth: 2 }),
		fc.constantFrom("string", "object", "date", "^a+$", "(?=x)", ["a"], Number.POSITIVE_INFINITY),
		fc.dictionary(fc.constantFrom("a", "b", "c"), tie("schema"), { maxKeys: 3 }),
		tie("schema"),
	),
})).schema;

/** Large texts of any characters too, a few of which are escaped or take two units. */
const longText = fc.string({ unit: "binary", maxLength: 300, size: "max" });
const anyValue = fc.oneof(
	fc.jsonValue({ maxDepth: 4 }),
	longText,
	fc.dictionary(fc.oneof(fc.constantFrom("a", "b", "c"), longText), longText, { maxKeys: 3 }),
);

describe("any schema and any properties", () => {
	it("compile or are refused, and never throw", () =>
		fc.assert(
			fc.property(anySchema, anyValue, (schema, value) => {
				const { node, faults } = compileSchema(schema);
				for (const { path, message } of faults) expect([typeof path, message]).not.toContain("");
				const found = violationsOf(node, value);
				expect(found.length).toBeLessThanOrEqual(MAX_VIOLATIONS);
				expect(new Set(found.map(({ rule }) => rule)).size).toBe(found.length);
				for (const violation of found) {
					expect(violation.value.length).toBeLessThanOrEqual(MAX_EXAMPLE);
					expect(violation.value).not.toMatch(/[\p{Surrogate}\p{Cc}]/u);
				}
			}),
			{ numRuns: 1000 },
		));
});

describe("a schema is refused", () => {
	it.each<[unknown, string, RegExp]>([
		[{ $ref: "#/x" }, "/$ref", /"\$ref" is not supported: use type, enum/],
		[{ properties: { a: { oneOf: [] } } }, "/properties/a/oneOf", /"oneOf" is not supported/],
		[{ items: { minimun: 1 } }, "/items/minimun", /"minimun" is not supported/],
		[{ type: "text" }, "/type", /one or several of null, boolean/],
		[{ type: [] }, "/type", /one or several of/],
		[{ enum: "a" }, "/enum", /list of values/],
		[{ required: "a" }, "/required", /list of names/],
		[{ properties: [] }, "/properties", /object of schemas/],
		[{ properties: { "a/b": 1 } }, "/properties/a~1b", /object, true or false/],
		[{ minLength: -1 }, "/minLength", /whole number of at least 0/],
		[{ maxItems: 1.5 }, "/maxItems", /whole number of at least 0/],
		[{ minimum: "1" }, "/minimum", /must be a number/],
		[{ pattern: "(a)\\1" }, "/pattern", /refers back to a group/],
		[{ pattern: 5 }, "/pattern", /must be a text/],
		[{ format: "phone" }, "/format", /use one of date, time/],
		[{ $schema: "http://json-schema.org/draft-07/schema#" }, "/$schema", /2020-12/],
		[[], "", /must be an object/],
		[true, "", /must be an object/],
	])("as %j", (schema, path, message) =>
		expect(compileSchema(schema).faults).toEqual([
			{ path, message: expect.stringMatching(message) },
		]),
	);

	it("that nests too deeply", () => {
		let schema: SchemaObject = {};
		for (let depth = 0; depth < 100; depth++) schema = { items: schema };
		expect(compileSchema(schema).faults).toEqual([
			{ path: "/items".repeat(17), message: "Schemas nest at most 16 levels" },
		]);
	});
});
