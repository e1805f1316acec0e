import { describe, expect, it } from "vitest";
import { auditQueryOf, auditViewOf, detailsOf, targetText } from "./audit-query.ts";

const viewOf = (values: Record<string, string>, page?: number) =>
	auditViewOf((key) => values[key], page);

describe("the audit log", () => {
	it("is filtered by the URL", () =>
		expect(auditQueryOf(viewOf({ area: "key", person: "p1", via: "operator" }, 3))).toEqual({
			action: "key",
			user_id: "p1",
			via: "operator",
			page: 3,
		}));

	it("ignores invalid filters in the URL", () =>
		expect(auditQueryOf(viewOf({ area: "x", via: "pigeon" }))).toEqual({ page: 1 }));

	it.each([
		["/api/sites/12/config", "quill.example"],
		["/api/sites/0123456789ab/goals", "quill.example"],
		["/api/sites/13/config", "13"],
		["/api/organizations/8f0e/teams/1", ""],
		[null, ""],
	])("names the site of a change: %j", (target, text) =>
		expect(targetText(target, [{ id: "0123456789ab", siteId: 12, domain: "quill.example" }])).toBe(
			text,
		),
	);

	it("lists values once, and the names of the other fields", () =>
		expect(detailsOf({ fields: ["role", "email"], role: "admin", completed: false })).toEqual({
			fields: ["email"],
			values: ["role: admin"],
			isIncomplete: true,
		}));
});
