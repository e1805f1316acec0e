import { expect, it } from "vitest";
import { sectionOf, shownGroups } from "./sections.ts";

it.each([
	[[], "site"],
	[["imports"], "imports"],
	[["imports", "more"], "imports"],
	[["nonsense"], "site"],
] as const)("the section of %j is %s", (rest, section) => expect(sectionOf(rest)).toBe(section));

it("members are offered nothing that only deletes", () => {
	expect(shownGroups(true).flat()).toContain("delete");
	expect(shownGroups(false).flat()).not.toContain("delete");
});
