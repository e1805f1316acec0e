import { describe, expect, it } from "vitest";
import { createPageWaits } from "./page-waits.ts";

/** How many commits skip the wait before the next one. */
const commitsWithout = ({ isNext }: ReturnType<typeof createPageWaits>) => {
	let commits = 0;
	while (!isNext()) commits++;
	return commits;
};

describe("waits until records fill a page of the disk", () => {
	it("continue while they bring records, even if one of them brings none", () => {
		const waits = createPageWaits();
		const pauses = [2, 0, 1, 0, 3].map((records) => {
			waits.gained(records);
			return commitsWithout(waits);
		});
		expect(pauses).toEqual([0, 0, 0, 0, 0]);
	});

	it("pause when they are in vain, longer each time, for 1,024 commits at most", () => {
		const waits = createPageWaits();
		const pauses = Array.from({ length: 9 }, () => {
			waits.gained(0);
			return commitsWithout(waits);
		});
		expect(pauses).toEqual([0, 0, 64, 128, 256, 512, 1024, 1024, 1024]);
	});

	it("resume with the first one that brings records again", () => {
		const waits = createPageWaits();
		for (const records of [0, 0, 0, 0]) waits.gained(records);
		expect(commitsWithout(waits)).toBe(128);
		waits.gained(2);
		expect(commitsWithout(waits)).toBe(0);
		for (const records of [0, 0]) waits.gained(records);
		expect(commitsWithout(waits)).toBe(64);
	});
});
