import { storeOnce } from "@footfall/testing/gateway/store-once";
import { describe, expect, it } from "vitest";
import { UNAVAILABLE } from "../errors/refusals.ts";
import { DUPLICATE, type Outcome, rejected, STORED } from "./outcome.ts";
import { createRecentEventIds } from "./recent-event-ids.ts";

const HOUR_MS = 3_600_000;
const refused = rejected("queue_unavailable", UNAVAILABLE);
const becoming = (outcome: Outcome) => async () => outcome;
const storing = becoming(STORED);

describe("recent ids", () => {
	it("allow an id once for each site", async () => {
		const ids = createRecentEventIds();
		expect([
			await storeOnce(ids, 1, "a", storing),
			await storeOnce(ids, 1, "a", storing),
			await storeOnce(ids, 1, "b", storing),
			await storeOnce(ids, 2, "a", storing),
		]).toEqual([STORED, DUPLICATE, STORED, STORED]);
	});

	it("release an id that was not stored for another attempt", async () => {
		const ids = createRecentEventIds();
		expect([
			await storeOnce(ids, 1, "a", becoming(refused)),
			await storeOnce(ids, 1, "a", storing),
		]).toEqual([refused, STORED]);
	});

	it("let a repetition wait for what is being stored, and replace it when that fails", async () => {
		const ids = createRecentEventIds();
		let fail: (outcome: Outcome) => void = () => {};
		const first = storeOnce(ids, 1, "a", () => new Promise<Outcome>((resolve) => (fail = resolve)));
		const others = [storeOnce(ids, 1, "a", storing), storeOnce(ids, 1, "a", storing)];
		fail(refused);
		expect(await Promise.all([first, ...others])).toEqual([refused, STORED, DUPLICATE]);
	});

	it("drop an id after a day at most, and the oldest first when there are many", async () => {
		let now = 0;
		const ids = createRecentEventIds({ capacity: 2, clock: () => now });
		await storeOnce(ids, 1, "a", storing);
		now = 24 * HOUR_MS;
		expect(await storeOnce(ids, 1, "a", storing)).toEqual(STORED);
		for (const id of ["b", "c", "d"]) await storeOnce(ids, 1, id, storing);
		now += 11 * HOUR_MS;
		expect(await storeOnce(ids, 1, "d", storing)).toEqual(DUPLICATE);
		await storeOnce(ids, 1, "e", storing);
		await storeOnce(ids, 1, "f", storing);
		expect(await storeOnce(ids, 1, "a", storing)).toEqual(STORED);
	});

	it("drop an id after a day even when few events arrive", async () => {
		let now = 0;
		const ids = createRecentEventIds({ clock: () => now });
		await storeOnce(ids, 1, "a", storing);
		now = 23 * HOUR_MS;
		await storeOnce(ids, 1, "b", storing);
		now = 25 * HOUR_MS;
		expect(await storeOnce(ids, 1, "a", storing)).toEqual(STORED);
	});
});
