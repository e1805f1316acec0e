import { describe, expect, it } from "vitest";
import { UNAVAILABLE } from "../errors/refusals.ts";
import { DUPLICATE, type Outcome, rejected, STORED } from "./outcome.ts";
import { recentEventIds } from "./recent-event-ids.ts";

const HOUR_MS = 3_600_000;
const refused = rejected("queue_unavailable", UNAVAILABLE);
const becoming = (outcome: Outcome) => async () => outcome;
const storing = becoming(STORED);

describe("recent ids", () => {
	it("store an id once for each site", async () => {
		const { once } = recentEventIds();
		expect([
			await once(1, "a", storing),
			await once(1, "a", storing),
			await once(1, "b", storing),
			await once(2, "a", storing),
		]).toEqual([STORED, DUPLICATE, STORED, STORED]);
	});

	it("let an id be tried again that was not stored", async () => {
		const { once } = recentEventIds();
		expect([await once(1, "a", becoming(refused)), await once(1, "a", storing)]).toEqual([
			refused,
			STORED,
		]);
	});

	it("let a repetition wait for what is being stored, and take its place when that fails", async () => {
		const { once } = recentEventIds();
		let fail: (outcome: Outcome) => void = () => {};
		const first = once(1, "a", () => new Promise<Outcome>((resolve) => (fail = resolve)));
		const others = [once(1, "a", storing), once(1, "a", storing)];
		fail(refused);
		expect(await Promise.all([first, ...others])).toEqual([refused, STORED, DUPLICATE]);
	});

	it("forget an id after a day at most, and the oldest first when there are many", async () => {
		let now = 0;
		const { once } = recentEventIds({ capacity: 2, clock: () => now });
		await once(1, "a", storing);
		now = 24 * HOUR_MS;
		expect(await once(1, "a", storing)).toEqual(STORED);
		for (const id of ["b", "c", "d"]) await once(1, id, storing);
		now += 11 * HOUR_MS;
		expect(await once(1, "d", storing)).toEqual(DUPLICATE);
		await once(1, "e", storing);
		await once(1, "f", storing);
		expect(await once(1, "a", storing)).toEqual(STORED);
	});

	it("forget an id after a day also where little comes", async () => {
		let now = 0;
		const { once } = recentEventIds({ clock: () => now });
		await once(1, "a", storing);
		now = 23 * HOUR_MS;
		await once(1, "b", storing);
		now = 25 * HOUR_MS;
		expect(await once(1, "a", storing)).toEqual(STORED);
	});
});
