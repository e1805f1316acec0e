import { expect, it } from "vitest";
import { groupsOf, rolesOf } from "./groups-of-roles.ts";

it("groups of roles are shown as text and read again", () => {
	const roles = { chiefs: "admin", "cn=staff,dc=corp": "member", interns: "member" } as const;
	const texts = { admin: "chiefs", member: "cn=staff,dc=corp; interns", viewer: "" };
	expect(groupsOf(roles)).toEqual(texts);
	expect(rolesOf(texts)).toEqual(roles);
});

it("a group of two roles gives the higher one, and empty names none", () =>
	expect(rolesOf({ admin: " all ", member: "; all;", viewer: "guests" })).toEqual({
		all: "admin",
		guests: "viewer",
	}));
