import { describe, expect, it } from "vitest";
import { DUPLICATE, type Fate, rejected, STORED } from "../fate.ts";
import { UNAVAILABLE } from "../refusals.ts";
import { recentIds } from "./recent-ids.ts";

const HOUR_MS = 3_600_000;
const refused = rejected("queue_unavailable", UNAVAILABLE);
const storing = async () => STORED;

describe("recent ids", () => {
	it("store a name once", async () => {
		const { once } = recentIds();
		expect([await once("a", storing), await once("a", storing), await once("b", storing)]).toEqual([
			STORED,
			DUPLICATE,
			STORED,
		]);
	});

	it("let a name be tried again that was not stored", async () => {
		const { once } = recentIds();
		expect([await once("a", async () => refused), await once("a", storing)]).toEqual([
			refused,
			STORED,
		]);
	});

	it("let a repetition wait for what is being stored, and take its place when that fails", async () => {
		const { once } = recentIds();
		let fail: (fate: Fate) => void = () => {};
		const first = once("a", () => new Promise((resolve) => (fail = resolve)));
		const others = [once("a", storing), once("a", storing)];
		fail(refused);
		expect(await Promise.all([first, ...others])).toEqual([refused, STORED, DUPLICATE]);
	});

	it("forget a name after a day at most, and the oldest first when there are many", async () => {
		let now = 0;
		const { once } = recentIds({ capacity: 2, clock: () => now });
		await once("a", storing);
		now = 24 * HOUR_MS;
		expect(await once("a", storing)).toEqual(STORED);
		for (const name of ["b", "c", "d"]) await once(name, storing);
		now += 11 * HOUR_MS;
		expect(await once("d", storing)).toEqual(DUPLICATE);
		await once("e", storing);
		await once("f", storing);
		expect(await once("a", storing)).toEqual(STORED);
	});
});
