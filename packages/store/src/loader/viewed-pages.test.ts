import { describe, expect, it } from "vitest";
import type { Session } from "./sessions.ts";
import { createViewedPages } from "./viewed-pages.ts";

const MINUTE_MS = 60_000;
const sessionOf = (id: string, at: number): Session => ({
	...{ id, first: at, last: at, visitor: `v${id}`, identifiedUser: "" },
});
const viewAt = (id: string, at: number) => ({ session: sessionOf(id, at), first: at, last: at });

describe("a page load", () => {
	it("is found by its site and id in its last view before a time, or else in its first", () => {
		const pages = createViewedPages();
		const key = { site: 1, page: "load" };
		for (const [id, minute] of [
			["1", 10],
			["2", 95],
			["3", 96],
		] as const)
			pages.viewed(key, viewAt(id, minute * MINUTE_MS));
		const foundAt = (minute: number) => pages.of(key, minute * MINUTE_MS)?.session.id;
		expect([9, 10, 94, 95, 96, 200].map(foundAt)).toEqual(["1", "1", "1", "2", "3", "3"]);
		expect(pages.of({ site: 2, page: "load" }, 0)).toBeUndefined();
		expect(pages.of({ site: 1, page: "another" }, 0)).toBeUndefined();
	});

	it("has one entry per session, with its first and last view there", () => {
		const pages = createViewedPages();
		const key = { site: 1, page: "load" };
		for (const at of [2000, 1000, 3000]) pages.viewed(key, viewAt("1", at));
		expect(pages.of(key, 5000)).toMatchObject({ first: 1000, last: 3000 });
		expect(pages.size()).toBe(1);
	});

	it("is dropped within ten minutes after its retention, and not before", () => {
		const pages = createViewedPages();
		const key = { site: 1, page: "load" };
		pages.viewed(key, viewAt("1", 15 * MINUTE_MS));
		// A lookup result is appended to the existing entries, however long ago it was viewed.
		pages.viewed({ site: 1, page: "old" }, viewAt("2", MINUTE_MS));
		pages.forgetBefore(15 * MINUTE_MS);
		expect(pages.size()).toBe(2);
		pages.forgetBefore(25 * MINUTE_MS);
		expect(pages.size()).toBe(0);
	});

	it("is looked up in constant time however many sessions name it, and keeps the latest", () => {
		const pages = createViewedPages();
		const key = { site: 1, page: "the same for all" };
		const begun = performance.now();
		for (let at = 0; at < 50_000; at++) pages.viewed(key, viewAt(String(at), at));
		expect(performance.now() - begun).toBeLessThan(5000);
		expect(pages.of(key, 49_999)?.session.id).toBe("49999");
		expect(pages.of(key, 49_995)?.session.id).toBe("49995");
		expect(pages.size()).toBe(8);
	});
});

it("a hundred thousand page loads are all found", () => {
	const pages = createViewedPages();
	const session = sessionOf("1", 0);
	for (let number = 0; number < 100_000; number++)
		pages.viewed({ site: 1, page: `p${number}` }, { session, first: number, last: number });
	for (let number = 0; number < 100_000; number++)
		expect(pages.of({ site: 1, page: `p${number}` }, 200_000)?.first).toBe(number);
});
