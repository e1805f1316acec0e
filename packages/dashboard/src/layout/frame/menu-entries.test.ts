import { describe, expect, it } from "vitest";
import { SITE_PAGES } from "../../router/destination.ts";
import { bottomEntries, menuGroups, pagesOfAreas, pageToOpen } from "./menu-entries.ts";

const pagesFor = (reader: Parameters<typeof menuGroups>[0]) =>
	menuGroups(reader).flatMap(({ pages }) => pages);

describe("menus", () => {
	it("show members every page but settings, which has a place of its own", () =>
		expect([...pagesFor({ isVisitor: false }), "settings"].sort()).toEqual([...SITE_PAGES].sort()));

	it("hide recordings from visitors", () =>
		expect(pagesFor({ isVisitor: true })).not.toContain("replays"));

	it("show only the pages of a limited link, without empty groups", () =>
		expect(menuGroups({ isVisitor: true, shownPages: ["overview", "sources"] })).toEqual([
			{ title: undefined, pages: ["overview"] },
			{ title: "traffic", pages: ["sources"] },
		]));

	it("map the areas of a link to pages", () =>
		expect(pagesOfAreas(["overview", "performance", "users"])).toEqual([
			"overview",
			"live",
			"users",
			"vitals",
			"explore",
			"boards",
		]));

	it("open the first allowed page of a link that does not include the overview", () => {
		const reader = { isVisitor: true, shownPages: pagesOfAreas(["performance", "goals"]) };
		expect(pageToOpen("overview", reader)).toBe("goals");
		expect(pageToOpen("vitals", reader)).toBe("vitals");
		expect(pageToOpen("errors", reader)).toBeUndefined();
		expect(pageToOpen("overview", { isVisitor: true, shownPages: [] })).toBeUndefined();
	});

	it("have the pages of every day in the bottom bar, and each other page once under More", () => {
		const reader = { isVisitor: false };
		const { pages, more } = bottomEntries(reader);
		expect(pages).toEqual(["overview", "live", "pages", "sources"]);
		expect(more.map(({ title }) => title)).toEqual([
			undefined,
			...["traffic", "behaviour", "people", "quality"],
		]);
		const reached = [...pages, ...more.flatMap((group) => group.pages)];
		expect(reached.sort()).toEqual(pagesFor(reader).sort());
	});

	it("have only the pages of a limited link in the bottom bar", () =>
		expect(bottomEntries({ isVisitor: true, shownPages: ["sources", "goals"] })).toEqual({
			pages: ["sources"],
			more: [{ title: "behaviour", pages: ["goals"] }],
		}));
});
