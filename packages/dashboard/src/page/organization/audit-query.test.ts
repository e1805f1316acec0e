import { describe, expect, it } from "vitest";
import { auditQueryOf, auditViewOf, detailsOf, targetText } from "./audit-query.ts";

const viewOf = (values: Record<string, string>) => auditViewOf((key) => values[key]);

describe("the audit log", () => {
	it("is narrowed as the address says", () =>
		expect(auditQueryOf(viewOf({ area: "key", person: "p1", via: "operator", page: "3" }))).toEqual(
			{ action: "key", user_id: "p1", via: "operator", page: 3 },
		));

	it("ignores what the address says wrongly", () =>
		expect(auditQueryOf(viewOf({ area: "x", via: "pigeon", page: "-1" }))).toEqual({ page: 1 }));

	it.each([
		["/api/sites/12/config", "sites/12/config"],
		["/api/auth/api-key/delete", "api-key/delete"],
		["/api/organizations/8f0e/teams/1", "teams/1"],
		[null, ""],
	])("tells where: %j", (target, text) => expect(targetText(target)).toBe(text));

	it("tells values once, and names the other fields", () =>
		expect(detailsOf({ fields: ["role", "email"], role: "admin", completed: false })).toEqual({
			fields: ["email"],
			values: ["role: admin"],
			isIncomplete: true,
		}));
});
