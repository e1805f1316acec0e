import { SCOPES } from "@footfall/shared/scopes";
import { describe, expect, it } from "vitest";
import { grantsOf, NO_SCOPE, permissionsOf, SCOPED } from "./key-scopes.ts";

/** The API knows them, but no request needs them yet. */
const NEEDED_BY_NOTHING = ["flags", "experiments", "gsc", "sql"];

describe("the scopes of a key", () => {
	it("are all that the API knows", () =>
		expect(SCOPED).toEqual(
			Object.fromEntries(
				Object.entries(SCOPES).filter(([name]) => !NEEDED_BY_NOTHING.includes(name)),
			),
		));

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
