import { describe, expect, it } from "vitest";
import { preferencesOf, storedChange } from "./stored-preferences.ts";

const NOTHING = { theme: null, language: null, timeZone: null, weekStart: null, remembered: {} };

describe("preferences stored for every device", () => {
	it("leave this device's unchanged until something was chosen", () =>
		expect(preferencesOf(NOTHING)).toEqual({}));

	it("replace this device's as a whole", () =>
		expect(
			preferencesOf({ ...NOTHING, timeZone: "Asia/Tokyo", remembered: { shortcuts: false } }),
		).toEqual({
			theme: "system",
			language: null,
			timeZone: "Asia/Tokyo",
			weekStart: null,
			hasShortcuts: false,
		}));

	it("distinguish a chosen default from no choice", () =>
		expect(preferencesOf({ ...NOTHING, remembered: { chosen: true } })).toMatchObject({
			theme: "system",
		}));

	it("are sent under the API's names", () => {
		expect(storedChange({ theme: "system" })).toEqual({
			theme: null,
			remembered: { chosen: true },
		});
		expect(storedChange({ hasShortcuts: false })).toEqual({ remembered: { shortcuts: false } });
	});
});
