import { ADMIN_HELP } from "@footfall/api/admin-help";
import { PLATFORMS } from "@footfall/imports";
import { describe, expect, it } from "vitest";
import { HELP, isCommand, USAGE } from "./commands.ts";

const listed = [...HELP.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name ?? "");

describe("the help", () => {
	it("lists every command, each of which has its own", () =>
		expect(listed.toSorted()).toEqual(Object.keys(USAGE).toSorted()));

	it.each(Object.entries(USAGE))("of %s begins with how it is called", (name, usage) => {
		expect(isCommand(name)).toBe(true);
		expect(usage).toMatch(new RegExp(`^footfall ${name}\\b.*\\n\\n(.|\\n)+\\n$`));
	});

	it("of import names every product that can be read", () => {
		for (const platform of PLATFORMS) expect(USAGE.import).toContain(platform);
	});

	it("of admin is the one of those who run its commands", () =>
		expect(USAGE.admin).toBe(ADMIN_HELP));

	it("knows no command that is not there", () =>
		expect(["", "dance", "toString", "help"].filter(isCommand)).toEqual([]));
});
