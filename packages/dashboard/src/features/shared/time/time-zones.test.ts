import { expect, it } from "vitest";
import { timeZonesByRegion } from "./time-zones.ts";

it("groups time zones by their part of the world", () =>
	expect(timeZonesByRegion(["Europe/Rome", "Asia/Tokyo", "UTC", "Europe/Berlin"])).toEqual([
		{ region: "Europe", zones: ["Europe/Berlin", "Europe/Rome"] },
		{ region: "Asia", zones: ["Asia/Tokyo"] },
	]));
