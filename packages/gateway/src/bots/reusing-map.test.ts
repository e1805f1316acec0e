import { describe, expect, it } from "vitest";
import { reusingMap } from "./reusing-map.ts";

const MAX = 10;

const counted = () => {
	let created = 0;
	const map = reusingMap<number, { entries: number[] }>(MAX, {
		create: () => {
			created++;
			return { entries: [] };
		},
		empty: (value) => {
			value.entries = [];
		},
	});
	return { map, created: () => created };
};

describe("a map that uses the values of forgotten entries again", () => {
	it("makes no more of them than three times its size, and each is empty", () => {
		const { map, created } = counted();
		for (let key = 0; key < 1000; key++) {
			const value = map.add(key);
			expect(value.entries).toEqual([]);
			value.entries.push(key);
		}
		expect(created()).toBeLessThanOrEqual(3 * MAX);
	});

	it("leaves the value of an entry that is read to it", () => {
		const { map } = counted();
		map.add(-1).entries.push(-1);
		for (let key = 0; key < 1000; key++) {
			map.add(key).entries.push(key);
			expect(map.get(-1)?.entries).toEqual([-1]);
		}
	});
});
