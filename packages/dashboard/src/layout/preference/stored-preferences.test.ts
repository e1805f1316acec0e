import { describe, expect, it } from "vitest";
import { preferencesOf, storedChange } from "./stored-preferences.ts";

const NOTHING = { theme: null, language: null, timeZone: null, weekStart: null, remembered: {} };

describe("preferences on every device", () => {
	it("leave this one's alone until something was chosen", () =>
		expect(preferencesOf(NOTHING)).toEqual({}));

	it("are taken over as a whole", () =>
		expect(
			preferencesOf({ ...NOTHING, timeZone: "Asia/Tokyo", remembered: { shortcuts: false } }),
		).toEqual({
			theme: "system",
			language: null,
			timeZone: "Asia/Tokyo",
			weekStart: null,
			hasShortcuts: false,
		}));

	it("tell a choice of the usual from none", () =>
		expect(preferencesOf({ ...NOTHING, remembered: { chosen: true } })).toMatchObject({
			theme: "system",
		}));

	it("are sent as the api names them", () => {
		expect(storedChange({ theme: "system" })).toEqual({
			theme: null,
			remembered: { chosen: true },
		});
		expect(storedChange({ hasShortcuts: false })).toEqual({ remembered: { shortcuts: false } });
	});
});
