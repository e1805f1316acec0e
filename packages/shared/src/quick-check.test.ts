import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ClientEvent, parseClientEvent } from "./event.ts";
import { createQuickParser } from "./quick-check.ts";

const scalar = fc.oneof(
	fc.string({ maxLength: 40 }),
	fc.integer(),
	fc.double(),
	fc.constantFrom(null, undefined, true, Number.NaN, Number.POSITIVE_INFINITY, -0, 2 ** 60),
	fc.constantFrom(1_000, 1_000.5, 3_600_000, 3_600_001, 2_678_400_000, 2_678_400_001, 1e308),
	fc.constantFrom(
		"{}",
		'{"url":"https://example.com"}',
		'{"message":"m"}',
		"[]",
		"{",
		"1.2.3.4",
		"::1",
	),
	fc.constantFrom("x".repeat(253), "x".repeat(254), "x".repeat(2048), "x".repeat(2049)),
	fc.dictionary(fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), { maxKeys: 3 }),
);
const names = [...new Set(ClientEvent.options.flatMap((option) => Object.keys(option.shape)))];
const event = fc
	.record({
		type: fc.constantFrom(...ClientEvent.options.map((option) => option.shape.type.value), "other"),
		site_id: fc.oneof({ weight: 9, arbitrary: fc.constant("1") }, scalar),
		fields: fc.dictionary(fc.constantFrom(...names, "unknown", "__proto__"), scalar, {
			maxKeys: 8,
		}),
	})
	.map(({ fields, ...envelope }) => ({ ...fields, ...envelope }));

describe("the quick parser", () => {
	it("returns the schema's result, errors included", () =>
		fc.assert(
			fc.property(event, (candidate) => {
				// First, because it cuts long texts in place.
				const quick = parseClientEvent(candidate);
				const slow = ClientEvent.safeParse(candidate);
				expect(quick.success).toBe(slow.success);
				expect(knownTo(slow.data, quick.data)).toEqual(slow.data);
				expect(quick.error?.issues).toEqual(slow.error?.issues);
			}),
			{ numRuns: 5000 },
		));

	it.each([null, undefined, 1, "text", [], [{ type: "pageview", site_id: "1" }]])(
		"refuses %j",
		(candidate) => expect(parseClientEvent(candidate).success).toBe(false),
	);

	it("ignores inherited properties", () => {
		const inherited = Object.create({ type: "pageview", site_id: "1" }) as object;
		expect(parseClientEvent(inherited).success).toBe(ClientEvent.safeParse(inherited).success);
	});
});

const SCHEMAS: readonly (readonly [string, z.ZodType])[] = [
	["text", z.string()],
	["text between lengths", z.string().min(1).max(4)],
	["text of one length", z.string().length(3)],
	[
		"text of a length that is refined",
		z
			.string()
			.length(3)
			.refine((text) => text !== "abc"),
	],
	["text of a pattern", z.string().min(1).regex(/^a/)],
	["text in lower case", z.string().max(9).lowercase()],
	["an address of mail", z.email()],
	["an address of mail, as a check", z.string().email()],
	["a number", z.number()],
	["a number between limits", z.number().min(0).max(10)],
	["a number above a limit", z.number().positive()],
	["a number below a limit", z.number().lt(10)],
	["a multiple", z.number().multipleOf(2)],
	[
		"a refined number",
		z
			.number()
			.min(0)
			.refine((number) => number !== 3),
	],
	["a whole number", z.number().int()],
	["a whole number, as a kind", z.int()],
	["a whole number of 32 bits", z.int32()],
	["a literal", z.literal(["abc", 3])],
	["an optional number", z.number().max(10).optional()],
	["a number or null", z.number().max(10).nullable()],
	["a flag", z.boolean()],
];
const VALUES = [
	...[undefined, null, true, "", "a", "abc", "ABC", "abcd", "abcde", "a@example.com", "3"],
	...[-1, -0, 0, 0.5, 2, 3, 10, 11, 2 ** 31, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY],
];

describe("the quick parser of a field", () => {
	it.each(SCHEMAS)("returns the schema's result: %s", (_name, value) => {
		const union = z.discriminatedUnion("type", [z.object({ type: z.literal("x"), value })]);
		const parse = createQuickParser(union, "type");
		const candidates = VALUES.map((value) => ({ type: "x", value }));
		expect(candidates.map((candidate) => parse(candidate))).toEqual(
			candidates.map((candidate) => union.safeParse(candidate)),
		);
	});
});

/** The part of `given` that the schema kept: it drops unknown keys. */
const knownTo = (kept: object | undefined, given: object | undefined) =>
	kept &&
	Object.fromEntries(
		Object.keys(kept).map((key) => [key, (given as Record<string, unknown>)[key]]),
	);
