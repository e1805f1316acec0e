import { MAX_LENGTH } from "@footfall/shared/limits";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEventIdHash, createEventIdTable, type EventIdTable } from "./event-id-table.ts";

const hashOf = createEventIdHash();
const find = (table: EventIdTable, site: number, id: string) =>
	table.find(hashOf(site, id), site, id);
const add = (table: EventIdTable, site: number, id: string) =>
	table.add(hashOf(site, id), site, id);

/** Few and short, so that many are equal; and arbitrary text, as clients may send it. */
const anId = fc.oneof(
	fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 3 }),
	fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
	fc.string({ unit: fc.constantFrom("\ud800", "é", "0"), minLength: 60, maxLength: 64 }),
);

describe("a table of ids", () => {
	it("finds what a map of them finds", () =>
		fc.assert(
			fc.property(
				fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), anId), { maxLength: 200 }),
				(entries) => {
					const table = createEventIdTable(200);
					const map = new Map<string, number>();
					for (const [site, id] of entries) {
						const name = `${site}:${id}`;
						expect(find(table, site, id)).toBe(map.get(name) ?? -1);
						if (!map.has(name)) map.set(name, add(table, site, id));
					}
					expect([...map.values()]).toEqual([...map.keys()].map((_name, index) => index));
					for (const [site, id] of entries)
						expect(find(table, site, id)).toBe(map.get(`${site}:${id}`));
				},
			),
		));

	it("distinguishes ids that share a hash", () => {
		const table = createEventIdTable(3);
		expect([table.add(7, 1, "a"), table.add(7, 1, "b"), table.add(7, 2, "a")]).toEqual([0, 1, 2]);
		expect([table.find(7, 1, "b"), table.find(7, 2, "a"), table.find(7, 2, "b")]).toEqual([
			1, 2, -1,
		]);
	});

	it("is empty after it was cleared", () => {
		const table = createEventIdTable(2);
		add(table, 1, "a");
		table.clear();
		expect([find(table, 1, "a"), table.size(), add(table, 1, "b")]).toEqual([-1, 0, 0]);
	});

	it("refuses more ids, or longer ones, than fit", () => {
		const table = createEventIdTable(1);
		const refusal = new RangeError("The table takes 1 ids of 64 characters at most");
		expect(() => add(table, 1, "a".repeat(MAX_LENGTH.eventId + 1))).toThrow(refusal);
		add(table, 1, "a");
		expect(() => add(table, 1, "b")).toThrow(refusal);
	});
});
