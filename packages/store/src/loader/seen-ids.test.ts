import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashOf } from "./hash.ts";
import { createSeenIds } from "./seen-ids.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

describe("recently seen ids", () => {
	it("form a set, whatever is added and dropped", () =>
		fc.assert(
			fc.property(
				// Few values in few bits, so that probe sequences overlap and reach the empty slot's value.
				fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 2 }), fc.nat({ max: 40 })), {
					maxLength: 400,
				}),
				(steps) => {
					const seen = createSeenIds(DAY_MS);
					const truth = new Set<string>();
					for (const [forget, high, low] of steps) {
						const id = { high, low: low * 1024 };
						const text = `${high}/${low}`;
						if (forget) {
							seen.forget(id);
							truth.delete(text);
						} else {
							expect(seen.isRepeated(id, DAY_MS)).toBe(truth.has(text));
							truth.add(text);
						}
					}
				},
			),
		));

	it("are all remembered as their number grows, in at most 23 bytes each", () => {
		const seen = createSeenIds(DAY_MS);
		const ids = Array.from({ length: 100_000 }, (_, index) => hashOf(`1/${index}`));
		expect(ids.filter((id) => seen.isRepeated(id, DAY_MS)).length).toBe(0);
		expect(ids.filter((id) => seen.isRepeated(id, DAY_MS)).length).toBe(100_000);
		expect(seen.bytes() / ids.length).toBeLessThanOrEqual(23);
	});

	it("count as repeated for 24 hours and no longer than 25", () => {
		const seen = createSeenIds(DAY_MS);
		const id = hashOf("1/a");
		const time = 1000 * DAY_MS + HOUR_MS - 1;
		expect(seen.isRepeated(id, time)).toBe(false);
		expect(seen.isRepeated(id, time + DAY_MS)).toBe(true);
		expect(seen.isRepeated(id, time + DAY_MS + HOUR_MS)).toBe(false);
	});

	it("are forgotten by whole hours", () => {
		const seen = createSeenIds(DAY_MS);
		seen.remember(hashOf("1/a"), 10 * HOUR_MS);
		seen.remember(hashOf("1/b"), 11 * HOUR_MS);
		seen.forgetBefore(11 * HOUR_MS + 5);
		expect(seen.isRepeated(hashOf("1/b"), 11 * HOUR_MS)).toBe(true);
		expect(seen.isRepeated(hashOf("1/a"), 11 * HOUR_MS)).toBe(false);
	});
});
