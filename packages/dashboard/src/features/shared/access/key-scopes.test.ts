import { describe, expect, it } from "vitest";
import { grantsOf, NO_SCOPE, permissionsOf } from "./key-scopes.ts";

describe("the scopes of a key", () => {
	it("are unlimited unless some are chosen", () =>
		expect(permissionsOf("all", NO_SCOPE)).toBeNull());

	it("allow reading everything, or sending only", () => {
		expect(permissionsOf("read", NO_SCOPE)).toMatchObject({ analytics: ["read"], org: ["read"] });
		expect(permissionsOf("read", NO_SCOPE)).not.toHaveProperty("ingest");
		expect(permissionsOf("send", NO_SCOPE)).toEqual({ ingest: ["write"] });
	});

	it("are combined: writing includes reading", () =>
		expect(permissionsOf("own", { ...NO_SCOPE, goals: "write", users: "read" })).toEqual({
			goals: ["read", "write"],
			users: ["read"],
		}));

	it("are described by the highest right of each resource", () =>
		expect(grantsOf({ goals: ["read", "write"], sql: ["read"], org: [] })).toEqual([
			{ name: "goals", level: "write" },
			{ name: "sql", level: "read" },
		]));
});
