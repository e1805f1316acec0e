import { describe, expect, it } from "vitest";
import { SITE_PAGES } from "../router/destination.ts";
import {
	bottomEntryOf,
	bottomPages,
	menuGroups,
	pagesOfAreas,
	pageToOpen,
} from "./menu-entries.ts";

const pagesFor = (reader: Parameters<typeof menuGroups>[0]) =>
	menuGroups(reader).flatMap(({ pages }) => pages);

describe("menus", () => {
	it("show members every page but settings, which have a place of their own", () =>
		expect([...pagesFor({ isVisitor: false }), "settings"].sort()).toEqual([...SITE_PAGES].sort()));

	it("show visitors no recordings", () =>
		expect(pagesFor({ isVisitor: true })).not.toContain("replays"));

	it("show of a limited link only its pages, without empty groups", () =>
		expect(menuGroups({ isVisitor: true, shownPages: ["overview", "sources"] })).toEqual([
			{ title: undefined, pages: ["overview"] },
			{ title: "traffic", pages: ["sources"] },
		]));

	it("know the pages of a link's areas", () =>
		expect(pagesOfAreas(["overview", "performance", "users"])).toEqual([
			"overview",
			"live",
			"users",
			"vitals",
		]));

	it("begin a link that is limited to other pages than the overview on the first of them", () => {
		const reader = { isVisitor: true, shownPages: pagesOfAreas(["performance", "goals"]) };
		expect(pageToOpen("overview", reader)).toBe("goals");
		expect(pageToOpen("vitals", reader)).toBe("vitals");
		expect(pageToOpen("errors", reader)).toBeUndefined();
		expect(pageToOpen("overview", { isVisitor: true, shownPages: [] })).toBeUndefined();
	});

	it("reach every page from the bottom bar, too", () => {
		const reader = { isVisitor: false };
		const reached = (["overview", "live", "behaviour", "people", "more"] as const).flatMap(
			(entry) => bottomPages(entry, reader),
		);
		expect([...reached].sort()).toEqual([...pagesFor(reader)].sort());
		for (const page of reached) expect(bottomPages(bottomEntryOf(page), reader)).toContain(page);
	});
});
