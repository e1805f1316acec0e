import { ACCOUNT_REFUSALS } from "@footfall/shared/sign-in/sign-in-refusals";
import { describe, expect, it } from "vitest";
import { words as german } from "../../../i18n/de/activity.ts";
import { words as english } from "../../../i18n/en/activity.ts";
import { signInDetail } from "./sign-in-detail.ts";

describe("the detail of a sign-in", () => {
	it.each([
		["English", english],
		["German", german],
	])("says in %s why each one that an account's history keeps was refused", (_, words) => {
		for (const detail of [...ACCOUNT_REFUSALS, "USE_PROVIDER"])
			expect([detail, signInDetail({ outcome: "refused", detail }, words)]).toEqual([
				detail,
				expect.stringContaining(" "),
			]);
	});

	it("is the provider of one that worked, even if it has the name of a refusal", () =>
		expect(signInDetail({ outcome: "signed-in", detail: "no-role" }, english)).toBe("no-role"));

	it("is a refusal's code when there is no text for it, and nothing without one", () => {
		expect(signInDetail({ outcome: "refused", detail: "later-reason" }, english)).toBe(
			"later-reason",
		);
		expect(signInDetail({ outcome: "wrong", detail: null }, english)).toBeUndefined();
	});
});
