import {
	isKnownSource,
	KNOWN_BROWSERS,
	KNOWN_DEVICES,
	KNOWN_SYSTEMS,
} from "@footfall/testing/gateway/known-values";
import { describe, expect, it } from "vitest";
import { countryChoices } from "../text/countries.ts";
import { FLAG_CODES, flagOf } from "./flags.ts";
import { BROWSERS, DEVICES, pictureOf, SOURCES, SYSTEMS } from "./picture-of.ts";

const notIn = (names: Iterable<string>, known: (name: string) => boolean) =>
	[...names].filter((name) => !known(name));

describe("pictures", () => {
	it("are keyed by names that the gateway stores", () => {
		expect(notIn(BROWSERS.keys(), (name) => KNOWN_BROWSERS.has(name))).toEqual([]);
		expect(notIn(SYSTEMS.keys(), (name) => KNOWN_SYSTEMS.has(name))).toEqual([]);
		expect([...DEVICES.keys()].sort()).toEqual([...KNOWN_DEVICES].sort());
		expect(notIn(SOURCES.keys(), isKnownSource)).toEqual([]);
	});

	it("are keyed by countries that exist, once each", () => {
		const codes = new Set(countryChoices("en").map(([code]) => code));
		expect(notIn(FLAG_CODES, (code) => codes.has(code))).toEqual([]);
		expect(FLAG_CODES.length).toBeGreaterThan(220);
	});

	it("consist of paths in known colours only", () => {
		for (const code of FLAG_CODES)
			for (const { d, fill } of flagOf(code) ?? [])
				expect([code, d, fill]).toEqual([
					code,
					expect.stringMatching(/^M[-\d. a-zM]+z$/),
					expect.stringMatching(/^#[\da-f]{3,6}$/),
				]);
	});

	it.each([
		["browser", "Chrome", "browser_version", "Chrome 126"],
		[
			"browser",
			"Samsung Internet for Android",
			"browser_version",
			"Samsung Internet for Android 4",
		],
		["operating_system", "Windows", "operating_system_version", "Windows 10/11"],
		["country", "US", "region", "US-NY"],
		["country", "US", "city", "US-NY-New York"],
		["referrer", "google.com", "referrer", "docs.google.com"],
	])("of %s %s and of %s %s are the same", (field, value, like, other) =>
		expect(pictureOf(like, other)).toEqual(pictureOf(field, value)),
	);

	it("of a country without a flag here show its code", () =>
		expect(pictureOf("country", "AQ")).toEqual({ look: "code", code: "AQ" }));

	it.each([
		["country", "country", ""],
		["country", "country", "<b"],
		["country", "country", "<script>alert(1)</script>"],
		["city", "country", "-New York"],
		["browser", "browser", "__proto__"],
		["browser", "browser", `"><img src=x onerror="alert(1)">`],
		["operating_system", "operating_system", "constructor"],
		["device_type", "device_type", "toString 1"],
		["referrer", "referrer", "google.com.evil.example"],
		["referrer", "referrer", "javascript:alert(1)"],
	])("of the %s do not depend on an unknown value: %s %j", (field, like, value) =>
		expect(pictureOf(field, value)).toEqual(pictureOf(like, "unknown.example")),
	);
});
