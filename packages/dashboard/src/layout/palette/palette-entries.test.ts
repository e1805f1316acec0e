import { describe, expect, it } from "vitest";
import { words as german } from "../../i18n/de/palette.ts";
import { de as germanWords } from "../../i18n/de.ts";
import { words as english } from "../../i18n/en/palette.ts";
import { en as englishWords } from "../../i18n/en.ts";
import { SITE_PAGES } from "../../router/destination.ts";
import { NAMED_RANGES, textOfRange } from "../../router/range.ts";
import { ORGANIZATION_PAGES } from "../frame/menu-entries.ts";
import { SECTION_GROUPS } from "../frame/settings-sections.ts";
import { filterEntries } from "./filter-entries.ts";
import { matching } from "./match-entry.ts";
import {
	type PaletteContext,
	type PaletteSite,
	paletteEntries,
	typedRangeEntries,
} from "./palette-entries.ts";

const IN_ENGLISH = { words: englishWords, texts: english, locale: "en" };
const IN_GERMAN = { words: germanWords, texts: german, locale: "de" };
const BOTH = [IN_ENGLISH, IN_GERMAN] as const;

const SITE: PaletteSite = {
	destination: { to: "site", site: "7", page: "overview", rest: [] },
	reader: { isVisitor: false },
	mayConfigure: true,
	segments: [{ segmentId: 4, name: "Readers of the blog" }],
	today: "2026-11-27",
};
const CONTEXT: PaletteContext = {
	site: SITE,
	sites: [
		{ id: "7", domain: "quill.example" },
		{ id: "8", domain: "ink.example" },
	],
	organizations: [{ id: "o1", name: "Quill", role: "owner" } as never],
	isSignedIn: true,
};
const visitorOf = (shownPages?: PaletteSite["reader"]["shownPages"]): PaletteContext => ({
	...CONTEXT,
	site: { ...SITE, reader: { isVisitor: true, shownPages }, mayConfigure: false },
	organizations: [],
	isSignedIn: false,
});
const idsFor = (context: PaletteContext) => paletteEntries(context, BOTH).map(({ id }) => id);
const entries = paletteEntries(CONTEXT, BOTH);
/** The first entry that a text finds. */
const firstFor = (typed: string) => matching(entries, typed)[0]?.id;

describe("the command palette", () => {
	it.each(BOTH.map((wording) => [wording.locale, wording] as const))(
		"finds every page, section of the settings, page of an organization and range by its name: %s",
		(_, { words, texts }) => {
			const found = (name: string, id: string) =>
				expect(matching(entries, name).map((entry) => entry.id)).toContain(id);
			for (const page of SITE_PAGES) found(words.page[page], `page ${page}`);
			for (const section of SECTION_GROUPS.flat())
				found(texts.section[section], `settings ${section}`);
			for (const page of ORGANIZATION_PAGES) found(words.menu[page], `organization o1 ${page}`);
			for (const kind of NAMED_RANGES) found(words.range[kind], `range ${textOfRange({ kind })}`);
			for (const count of [7, 28]) found(words.range.days(String(count)), `range ${count}d`);
		},
	);

	it.each([
		["web", "page vitals"],
		["yesterday", "range yesterday"],
		["gestern", "range yesterday"],
		["uberblick", "page overview"],
		["last 7 days", "range 7d"],
		["no comp", "compare off"],
		["readers", "segment 4"],
		["ink", "site 8"],
		["audit", "organization o1 audit"],
		["settings sharing", "settings sharing"],
		["dark", "theme dark"],
		["sign out", "out"],
		["keyboard", "help"],
		["guide", "guide"],
	])("finds by %j first what is meant: %s", (typed, id) => expect(firstFor(typed)).toBe(id));

	it("has no entry twice", () => {
		const ids = idsFor(CONTEXT);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it("offers visitors neither settings, recordings, sites, organizations nor an account", () => {
		const ids = idsFor(visitorOf());
		expect(ids).toContain("page sessions");
		expect(ids).toContain("in");
		const hidden = /^(settings|site|sites|organization|account|add|out)\b|page (settings|replays)/;
		expect(ids.filter((id) => hidden.test(id))).toEqual([]);
	});

	it("offers the visitors of a limited link only its pages", () =>
		expect(idsFor(visitorOf(["overview", "pages"])).filter((id) => id.startsWith("page "))).toEqual(
			["page overview", "page pages"],
		));

	it("offers members neither deleting nor adding a site", () => {
		const ids = idsFor({
			...CONTEXT,
			site: { ...SITE, mayConfigure: false },
			organizations: [{ id: "o1", name: "Quill", role: "member" } as never],
		});
		expect(ids).not.toContain("settings delete");
		expect(ids).not.toContain("add site");
		expect(ids).not.toContain("organization o1 audit");
	});

	it("offers on pages of all sites what belongs to no site", () => {
		const ids = idsFor({ ...CONTEXT, site: undefined });
		expect(ids).toContain("site 8");
		expect(ids.filter((id) => /^(page|range|compare|segment)\b/.test(id))).toEqual([]);
	});
});

describe("a typed range", () => {
	it.each([
		["2026-10-01..2026-10-31", "range 2026-10-01..2026-10-31"],
		["2026-10-01 2026-10-31", "range 2026-10-01..2026-10-31"],
		["2026-10-01", "range 2026-10-01..2026-10-01"],
		["last 90 days", "range 90d"],
		["90d", "range 90d"],
		["letzte 90 tage", "range 90d"],
	])("is offered: %s", (typed, id) => {
		const ranges = typedRangeEntries(typed, SITE.today, BOTH);
		expect(matching([...ranges, ...entries], typed)[0]?.id).toBe(id);
	});

	it.each(["2026-10-31..2026-10-01", "2026-02-30", "99999 days", "1 2", "overview"])(
		"is not offered: %s",
		(typed) => expect(typedRangeEntries(typed, SITE.today, BOTH)).toEqual([]),
	);
});

describe("filters", () => {
	const NOTHING = { found: [], hasPlaces: true };
	const namesOf = (typed: string, values = NOTHING as Parameters<typeof filterEntries>[1]) =>
		filterEntries(typed, values, BOTH).map(({ names }) => names[0]);

	it.each(["germany", "deutschland", "Germ"])("name a country by %j", (typed) =>
		expect(namesOf(typed)).toContain("Country is Germany"),
	);

	it("name found values that fit the present text, by value or by name", () => {
		const found = [
			{ field: "pathname", value: "/pricing" },
			{ field: "referrer", value: "news.ycombinator.com" },
		];
		expect(namesOf("/pri", { found, hasPlaces: true })).toEqual(["Page is /pricing"]);
		expect(namesOf("hacker", { found, hasPlaces: true })).toEqual(["Source is Hacker News"]);
	});

	it("name no country where places are not shown", () =>
		expect(namesOf("germany", { found: [], hasPlaces: false })).toEqual([]));
});
