import { describe, expect, it } from "vitest";
import { type SentEvent, sessionize } from "./sessionize.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const sent = (type: string, at: number, more: Partial<SentEvent> = {}): SentEvent => ({
	site: 1,
	user: 1,
	identified: "",
	pageId: "",
	type,
	at,
	...more,
});
const view = (at: number, more: Partial<SentEvent> = {}) =>
	sent("pageview", at, { pageId: "p", ...more });
/** The instants of each session's events. */
const sessions = (...events: SentEvent[]) => {
	const found: number[][] = [];
	for (const { session, at } of sessionize(events))
		found[session - 1] = [...(found[session - 1] ?? []), at].sort((one, other) => one - other);
	return found;
};

describe("The sessions of what browsers sent", () => {
	it("include the reading of a page for 45 minutes after its view", () => {
		expect(sessions(view(0), sent("engagement", 45 * MINUTE, { pageId: "p" }))).toEqual([
			[0, 45 * MINUTE],
		]);
	});

	it("are not prolonged when a page is viewed again later", () => {
		const glance = sent("engagement", 5 * HOUR, { pageId: "p" });
		expect(sessions(view(0), glance, view(5 * HOUR + MINUTE))).toEqual([
			[0, 5 * HOUR],
			[5 * HOUR + MINUTE],
		]);
	});

	it("assign a measurement from another network to the visitor who viewed the page", () => {
		const left = sent("engagement", MINUTE, { pageId: "p", user: 2, identified: "anna" });
		expect(sessionize([left, view(0)])).toEqual([
			{ ...view(0), session: 1 },
			{ ...left, user: 1, identified: "", session: 1 },
		]);
	});

	it("exclude a measurement of a page that nobody viewed within a day", () => {
		const measured = (at: number, pageId: string) => sent("performance", at, { pageId });
		expect(
			sessions(
				view(0),
				measured(24 * HOUR, "p"),
				measured(24 * HOUR + 1, "p"),
				measured(1, "other"),
				measured(1, ""),
				{ ...measured(1, "p"), site: 2 },
			),
		).toEqual([[0, 24 * HOUR]]);
	});

	it("continue across midnight", () => {
		expect(sessions(view(-2 * MINUTE), view(3 * MINUTE))).toEqual([[-2 * MINUTE, 3 * MINUTE]]);
	});

	it("end after more than 30 minutes without an act, to the millisecond", () => {
		expect(sessions(view(0), sent("outbound", 30 * MINUTE))).toHaveLength(1);
		expect(sessions(view(0), sent("outbound", 30 * MINUTE + 1))).toHaveLength(2);
	});

	it("are joined by an act that arrives late, whatever the order", () => {
		const acts = [view(0), view(50 * MINUTE), view(25 * MINUTE)];
		const one = [[0, 25 * MINUTE, 50 * MINUTE]];
		expect(sessions(...acts)).toEqual(one);
		expect(sessions(...acts.reverse())).toEqual(one);
	});

	it("are separate for each user of a browser and for each device of a user", () => {
		const users = ["a", "b", "c", "d"].map((identified, at) => view(at, { identified }));
		expect(sessions(...users)).toHaveLength(4);
		const devices = [1, 2].map((user) => view(0, { user, identified: "anna" }));
		expect(sessions(...devices)).toHaveLength(2);
	});

	it("last a day at most when acts never pause", () => {
		const acts = Array.from({ length: 100 }, (_, nth) => view(nth * 30 * MINUTE));
		expect(sessions(...acts).map(({ length }) => length)).toEqual([49, 49, 2]);
	});
});
