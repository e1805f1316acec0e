import { ADMIN_HELP } from "@footfall/api/admin-help";
import { PLATFORMS } from "@footfall/imports";
import { describe, expect, it } from "vitest";
import { COMMAND_NAMES, HELP, isCommand, requireNoMore, usageOf } from "./commands.ts";

const listed = [...HELP.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name ?? "");

describe("the help", () => {
	it("lists every command, each with its own help", () =>
		expect(listed.toSorted()).toEqual(COMMAND_NAMES.toSorted()));

	it.each(COMMAND_NAMES)("of %s begins with its usage line", (name) => {
		expect(isCommand(name)).toBe(true);
		expect(usageOf(name)).toMatch(new RegExp(`^footfall ${name}\\b.*\\n\\n(.|\\n)+\\n$`));
	});

	it("of import lists every supported product", () => {
		for (const platform of PLATFORMS) expect(usageOf("import")).toContain(platform);
	});

	it("of admin equals the help of the operator's commands", () =>
		expect(usageOf("admin")).toBe(ADMIN_HELP));

	it.each(["start", "backend", "loader", "api", "topics", "version"] as const)(
		"is printed for a parameter of %s, which takes none",
		(name) => {
			expect(() => requireNoMore(name, [])).not.toThrow();
			expect(() => requireNoMore(name, ["--odd"])).toThrow(
				`Unexpected argument "--odd".\n\nfootfall ${name}\n`,
			);
		},
	);

	it("rejects an unknown command", () =>
		expect(["", "dance", "toString", "help"].filter((name) => isCommand(name))).toEqual([]));
});
