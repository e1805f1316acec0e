import { describe, expect, it } from "vitest";
import { mayAssign, mayChange, roleIn } from "./member-rights.ts";

describe("roles", () => {
	it.each([
		["owner", "owner"],
		["member,admin", "admin"],
		["guest", "member"],
		["viewer", "viewer"],
		["viewer,member", "member"],
	] as const)("%s is shown as %s", (stored, role) => expect(roleIn(stored)).toBe(role));

	it("are assigned by owners and administrators, owner only by owners", () => {
		expect(mayAssign("owner")).toEqual(["owner", "admin", "member", "viewer"]);
		expect(mayAssign("admin")).toEqual(["admin", "member", "viewer"]);
		expect(mayAssign("member")).toEqual([]);
		expect(mayAssign("viewer")).toEqual([]);
		expect(mayChange("admin", "owner")).toBe(false);
	});
});
