import { describe, expect, it } from "vitest";
import { embedAddress, embedCode } from "./embed-code.ts";
import { embeddablePages, type SharedArea, toggledAreas } from "./shared-areas.ts";

const AVAILABLE: SharedArea[] = ["overview", "pages", "sessions", "performance"];

describe("the pages of a private link", () => {
	it("stay in menu order", () =>
		expect(toggledAreas(AVAILABLE, ["sessions"], "overview")).toEqual(["overview", "sessions"]));
	it("drop an unchecked one", () =>
		expect(toggledAreas(AVAILABLE, ["overview", "sessions"], "sessions")).toEqual(["overview"]));
	it("always keep at least one", () =>
		expect(toggledAreas(AVAILABLE, ["pages"], "pages")).toEqual(["pages"]));
});

it("embeds offer the pages that visitors may see, without recordings", () => {
	expect(embeddablePages(["overview", "performance"])).toEqual(["overview", "vitals"]);
	expect(embeddablePages(null)).not.toContain("replays");
	expect(embeddablePages(null)).not.toContain("settings");
});

const site = "0123456789ab";
describe("the code of an embed", () => {
	it("contains the private link, the page and the range", () =>
		expect(
			embedAddress({
				origin: "https://stats.example/x",
				site,
				privateKey: "ba9876543210",
				page: "pages",
				range: "7d",
			}),
		).toBe("https://stats.example/x/0123456789ab/ba9876543210/pages?range=7d&embed"));

	it("escapes the site's name inside its attribute", () =>
		expect(embedCode("https://stats.example/?a&embed", "medium", 'My "site" <b>')).toBe(
			'<iframe src="https://stats.example/?a&amp;embed" title="My &quot;site&quot; &lt;b>" width="100%" height="600" style="border:0" loading="lazy"></iframe>',
		));
});
