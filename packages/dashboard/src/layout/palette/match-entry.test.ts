import { describe, expect, it } from "vitest";
import { matching, matchScore } from "./match-entry.ts";

const named = (...names: string[]) => ({ names, group: "Page" });

describe("a typed text", () => {
	it.each([
		["Web vitals", "web vitals", 0],
		["Web vitals", "web", 1],
		["Last 28 days", "28 d", 3],
		["Last 28 days", "l 28", 2],
		["Web vitals", "vit web", 3],
		["Web vitals", "wv", 4],
		["Web vitals", "webvit", 4],
		["München", "munch", 1],
		["Übersicht", "ubersicht", 0],
		["news.example", "news.ex", 1],
	])("finds %j by %j", (label, typed, score) => expect(matchScore(label, typed)).toBe(score));

	it.each([
		["Overview", "view"],
		["Web vitals", "vw"],
		["Last 28 days", "last last"],
		["Overview", ""],
		["Overview", "/overview"],
	])("does not find %j by %j", (label, typed) => expect(matchScore(label, typed)).toBeUndefined());

	it("is answered at once, even for a long name that almost matches", () =>
		expect(matchScore("a ".repeat(500), `${"a".repeat(200)}b`)).toBeUndefined());
});

describe("entries", () => {
	it("are listed from the best match to the weakest, in their order otherwise", () => {
		const [goals, pages, entry, live] = [
			named("Goals"),
			named("Pages"),
			named("Entry pages"),
			named("Live"),
		];
		expect(matching([entry, goals, pages, live], "pages")).toEqual([pages, entry]);
		// The name of their group.
		expect(matching([entry, goals, pages, live], "page")).toEqual([pages, entry, goals, live]);
	});

	it("are listed first if their own name matches as well as that of another language", () => {
		const [funnels, tracking] = [named("Funnels", "Trichter"), named("Tracking", "Erfassung")];
		expect(matching([funnels, tracking], "tr")).toEqual([tracking, funnels]);
	});

	it("are found by their names in other languages", () => {
		const places = named("Orte", "Places");
		expect(matching([named("Ziele", "Goals"), places], "plac")).toEqual([places]);
	});
});
