import { describe, expect, it } from "vitest";
import { emptyCondition } from "./condition.ts";
import { draftIn, hrefWithDraft, isSameDraft, movedStep, withDraft } from "./draft.ts";

const prices = { ...emptyCondition(), value: "/pricing" };
const signup = { ...emptyCondition("event"), value: "signup" };
const draft = { name: "To an account", steps: [prices, signup] };

describe("a draft in the URL", () => {
	it("is read back, and leaves unknown keys unchanged", () => {
		const others = withDraft(
			[
				["embed", "1"],
				["step", "copy"],
			],
			draft,
		);
		expect(others).toEqual([
			["embed", "1"],
			["name", "To an account"],
			["step", "page~/pricing"],
			["step", "event~signup"],
		]);
		expect(draftIn(others)).toEqual(draft);
	});

	it("is undefined without its keys, and skips steps that cannot be parsed", () => {
		expect(draftIn([["embed", "1"]])).toBeUndefined();
		expect(draftIn([["step", "nonsense"]])).toEqual({ name: "", steps: [] });
	});

	it("is carried along in a link", () =>
		expect(hrefWithDraft("/1/funnels/new?range=7d", draft)).toBe(
			"/1/funnels/new?range=7d&name=To+an+account&step=page%7E%2Fpricing&step=event%7Esignup",
		));

	it("is compared by content", () => {
		expect(isSameDraft(draft, { ...draft, steps: [{ ...prices }, { ...signup }] })).toBe(true);
		expect(isSameDraft(draft, { ...draft, name: "" })).toBe(false);
	});
});

describe("moving a step", () => {
	it.each([
		[0, 2, "bca"],
		[2, 0, "cab"],
		[1, 1, "abc"],
		[7, 0, "abc"],
	])("works from %i to %i", (from, to, expected) =>
		expect(movedStep([..."abc"], from, to).join("")).toBe(expected),
	);
});
