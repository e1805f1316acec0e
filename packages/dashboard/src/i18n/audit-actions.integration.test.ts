import { auditActions } from "@footfall/testing/api/audit-actions";
import { describe, expect, it } from "vitest";
import { words as german } from "./de/around.ts";
import { words as english } from "./en/around.ts";

describe.each([
	["English", english],
	["German", german],
])("the audit log in %s", (_, { audit }) => {
	it("has a text for each action that the API records", () => {
		const actions = auditActions();
		expect(actions).toContain("organization.provider-change");
		expect(actions.filter((action) => !Object.hasOwn(audit.action, action))).toEqual([]);
	});

	it("has a text for each area that its filter offers, so that the actions of an organization can be found", () => {
		// The destinations of events belong to the instance: no organization's log names them.
		const areas = new Set(auditActions().map((action) => action.split(".")[0] ?? ""));
		areas.delete("destination");
		expect(Object.keys(audit.areas).sort()).toEqual([...areas].sort());
	});
});
