import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ClientEvent, parseClientEvent } from "./event.ts";

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
	it("answers what the schema answers, faults included", () =>
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

	it("takes what an object inherits for nothing", () => {
		const inherited = Object.create({ type: "pageview", site_id: "1" }) as object;
		expect(parseClientEvent(inherited).success).toBe(ClientEvent.safeParse(inherited).success);
	});
});

/** Of `given` what the schema kept: it drops the keys that it does not know. */
const knownTo = (kept: object | undefined, given: object | undefined) =>
	kept &&
	Object.fromEntries(
		Object.keys(kept).map((key) => [key, (given as Record<string, unknown>)[key]]),
	);
