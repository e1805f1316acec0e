import { describe, expect, it } from "vitest";
import { grantsOf, NO_SCOPE, permissionsOf } from "./key-scopes.ts";

describe("what a key may do", () => {
	it("has no limits unless some are chosen", () =>
		expect(permissionsOf("all", NO_SCOPE)).toBeNull());

	it("is to read everything that can be read, or to send alone", () => {
		expect(permissionsOf("read", NO_SCOPE)).toMatchObject({ analytics: ["read"], org: ["read"] });
		expect(permissionsOf("read", NO_SCOPE)).not.toHaveProperty("ingest");
		expect(permissionsOf("send", NO_SCOPE)).toEqual({ ingest: ["write"] });
	});

	it("is put together: writing includes reading", () =>
		expect(permissionsOf("own", { ...NO_SCOPE, goals: "write", users: "read" })).toEqual({
			goals: ["read", "write"],
			users: ["read"],
		}));

	it("is told by the most that each resource allows", () =>
		expect(grantsOf({ goals: ["read", "write"], sql: ["read"], org: [] })).toEqual([
			{ name: "goals", level: "write" },
			{ name: "sql", level: "read" },
		]));
});
