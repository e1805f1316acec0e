import { expect, it } from "vitest";
import { sectionOf, shownGroups } from "./settings-sections.ts";

it.each([
	[[], "site"],
	[["imports"], "imports"],
	[["imports", "more"], "imports"],
	[["nonsense"], "site"],
] as const)("maps %j to section %s", (rest, section) => expect(sectionOf(rest)).toBe(section));

it("hides sections that only delete from members", () => {
	expect(shownGroups(true).flat()).toContain("delete");
	expect(shownGroups(false).flat()).not.toContain("delete");
});
