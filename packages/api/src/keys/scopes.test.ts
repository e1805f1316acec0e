import { allows } from "@footfall/shared/scopes";
import { describe, expect, it } from "vitest";
import { permissionsOf } from "./permissions.ts";

describe("a key's scopes", () => {
	it.each([
		[null, "sites:write", true],
		[{ sites: ["read"] }, "sites:read", true],
		[{ sites: ["write"] }, "sites:read", true],
		[{ sites: ["write"] }, "sites:write", true],
		[{ sites: ["read"] }, "sites:write", false],
		[{ goals: ["write"] }, "sites:read", false],
		[{}, "sites:read", false],
		[Object.create({ sites: ["read"] }), "sites:read", false],
	] as const)("%j allows %s: %s", (permissions, scope, answer) =>
		expect(allows(permissions, scope)).toBe(answer),
	);
});

describe("stored permissions", () => {
	it.each([
		[null, null],
		["null", null],
		['{"sites":["read"]}', { sites: ["read"] }],
	])("parse %j as %j", (stored, permissions) => expect(permissionsOf(stored)).toEqual(permissions));

	it.each(["{", "7", '"sites"', '{"sites":"write"}', "[]"])(
		"grant nothing when damaged: %j",
		(stored) => expect(permissionsOf(stored)).toEqual({}),
	);
});
