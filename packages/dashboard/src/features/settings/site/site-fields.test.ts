import { describe, expect, it } from "vitest";
import { labelsOf, timeZoneChoices } from "./site-fields.ts";

it("splits labels at commas, and keeps each once", () =>
	expect(labelsOf(" blog, , shop,blog ,")).toEqual(["blog", "shop"]));

describe("the time zones to choose from", () => {
	it("begin with UTC, listed once", () =>
		expect(timeZoneChoices("UTC").filter((zone) => zone === "UTC")).toEqual(["UTC"]));

	it("include the one that is set under an older name", () =>
		expect(timeZoneChoices("Asia/Calcutta!")[0]).toBe("Asia/Calcutta!"));
});
