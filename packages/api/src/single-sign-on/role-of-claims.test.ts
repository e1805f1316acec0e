import { describe, expect, it } from "vitest";
import { OidcProvider } from "./provider.ts";
import { roleOfClaims } from "./role-of-claims.ts";

const providerWith = (given: object) =>
	OidcProvider.parse({
		...{ id: "corp", name: "Corp", issuer: "https://login.example.com" },
		...{ clientId: "footfall", clientSecret: "secret", roles: { staff: "member", it: "admin" } },
		...given,
	});

describe("the role of a person at a provider", () => {
	it.each<[string, object, object, string | undefined]>([
		["the role of a group", {}, { groups: ["staff"] }, "member"],
		["the highest role of several groups", {}, { groups: ["staff", "it", "others"] }, "admin"],
		["the role of one group as a text", {}, { groups: "it" }, "admin"],
		["no role of a part of a text", {}, { groups: "staff it" }, undefined],
		["no role without a group", {}, {}, undefined],
		["no role of another group", {}, { groups: ["others"] }, undefined],
		[
			"no role of what is no text",
			{},
			{ groups: [{ staff: true }, 1, null, ["staff"]] },
			undefined,
		],
		["no role of names that every object has", {}, { groups: ["constructor"] }, undefined],
		["the default role without a group", { defaultRole: "viewer" }, { groups: [] }, "viewer"],
		[
			"the role of a group over the default",
			{ defaultRole: "viewer" },
			{ groups: "staff" },
			"member",
		],
		["member where no group has a role", { roles: {} }, { groups: ["others"] }, "member"],
		[
			"the role of a nested claim",
			{ groupsClaim: "realm_access.roles" },
			{ realm_access: { roles: ["it"] } },
			"admin",
		],
		[
			"the role of a claim whose name has dots",
			{ groupsClaim: "https://example.com/groups" },
			{ "https://example.com/groups": ["it"] },
			"admin",
		],
		["no role of a nested claim that is missing", { groupsClaim: "a.b" }, { a: null }, undefined],
		["no role of inherited fields", { groupsClaim: "a.constructor.name" }, { a: {} }, undefined],
	])("is %s", (_name, given, claims, role) =>
		expect(roleOfClaims(providerWith(given), { sub: "1", ...claims })).toBe(role),
	);
});
