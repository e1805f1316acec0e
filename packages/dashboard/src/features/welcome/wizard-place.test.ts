import { describe, expect, it } from "vitest";
import { wizardPathOf, wizardPlaceOf } from "./wizard-place.ts";

describe("the place in the wizard", () => {
	it.each([
		["", { site: undefined, step: undefined, snippet: "html" }],
		["?site=0123456789ab", { site: "0123456789ab", step: undefined, snippet: "html" }],
		["?site=0123456789ab&step=3&snippet=vue", { site: "0123456789ab", step: 3, snippet: "vue" }],
	] as const)("survives in the query %j", (search, place) => {
		expect(wizardPlaceOf(search)).toEqual(place);
		expect(wizardPathOf(place)).toBe(`/welcome${search}`);
	});

	it("ignores a step and a snippet that do not exist", () =>
		expect(wizardPlaceOf("?step=4&snippet=cobol")).toEqual(wizardPlaceOf("")));
});
