import { SIGN_IN_REFUSALS } from "@footfall/shared/sign-in/sign-in-refusals";
import { describe, expect, it } from "vitest";
import { words as german } from "../../i18n/de/factor.ts";
import { words as english } from "../../i18n/en/factor.ts";

describe.each([
	["English", english],
	["German", german],
])("the refusals of a sign-in with a provider, in %s", (_, { single }) => {
	it("are all that the API knows", () =>
		expect(Object.keys(single.refused).sort()).toEqual([...SIGN_IN_REFUSALS].sort()));

	it("each say why, then what to do", () => {
		for (const [refusal, text] of Object.entries(single.refused))
			expect([refusal, text]).toEqual([refusal, expect.stringMatching(/^\p{Lu}.+[.:] .+\.$/u)]);
	});
});
