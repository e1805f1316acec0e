import { readFileSync } from "node:fs";
import { silentLogger } from "@footfall/shared/logger";
import { Reader, type Response } from "mmdb-lib";
import { afterAll, describe, expect, it } from "vitest";
import { installedGeoDatabases, openGeo } from "./geo.ts";
import { openMmdb } from "./mmdb/mmdb.ts";
import { UNKNOWN_PLACE } from "./place.ts";
import { regionCodeOf } from "./region-code.ts";

const databases = installedGeoDatabases().paths;
const geo = openGeo({ cityDatabases: databases });
afterAll(() => geo.close());

const ipv4 = () => Array.from({ length: 4 }, () => Math.floor(Math.random() * 256)).join(".");
const ipv6 = () =>
	`2${Array.from({ length: 8 }, () => Math.floor(Math.random() * 65_536).toString(16))
		.join(":")
		.slice(1)}`;

describe("the place of an address", () => {
	it.each([
		[
			"8.8.8.8",
			{ country: "US", region: "US-CA", city: "Mountain View", timezone: "America/Los_Angeles" },
		],
		["81.2.69.142", { country: "GB", region: "GB-ENG", city: "London", timezone: "Europe/London" }],
		[
			"91.198.174.192",
			{ country: "NL", region: "NL-NH", city: "Amsterdam", timezone: "Europe/Amsterdam" },
		],
		["2a00:1450:4001:81b::200e", { country: "DE", region: "DE-HE", timezone: "Europe/Berlin" }],
	])("%s", (address, expected) => expect(geo.at(address).place).toMatchObject(expected));

	it.each(["", "127.0.0.1", "::1", "203.0.113.5", "no address"])("%j is nowhere", (address) =>
		expect(geo.at(address).place).toEqual(UNKNOWN_PLACE),
	);

	it("is a country where the city data is not installed", () => {
		const { paths, hasCities } = installedGeoDatabases(() => {
			throw Object.assign(new Error("Cannot find module"), { code: "MODULE_NOT_FOUND" });
		});
		const countries = openGeo({ cityDatabases: paths });
		const placeAt = (address: string) => countries.at(address).place;
		const found = [placeAt("8.8.8.8"), placeAt("2a00:1450:4001:81b::200e"), placeAt("::1")];
		const { city } = countries.state();
		countries.close();
		expect(hasCities).toBe(false);
		expect(found).toEqual([
			{ ...UNKNOWN_PLACE, country: "US" },
			{ ...UNKNOWN_PLACE, country: "DE" },
			UNKNOWN_PLACE,
		]);
		expect(city).toEqual([{ name: "dbip-country.mmdb", builtAt: expect.stringMatching(/^20/) }]);
	});

	it("is unknown, and logged once, when its database fails", () => {
		const errors: object[] = [];
		const log = { ...silentLogger, error: (fields: object) => void errors.push(fields) };
		const failing = openGeo({ cityDatabases: databases, log });
		failing.close();
		expect([failing.at("8.8.8.8").place, failing.at("1.1.1.1").place]).toEqual([
			UNKNOWN_PLACE,
			UNKNOWN_PLACE,
		]);
		expect(errors).toEqual([{ error: expect.stringContaining("EBADF") }]);
	});
});

describe("a database that is read in pages", () => {
	it.each([
		["IPv4", databases[0] ?? "", ipv4],
		["IPv6", databases[1] ?? "", ipv6],
	])("returns for %s what a reader that holds it in memory returns", (_name, path, random) => {
		const paged = openMmdb(path);
		const whole = new Reader<Response>(readFileSync(path));
		for (let round = 0; round < 3000; round++) {
			const address = random();
			expect({ address, found: paged.find(address) }).toEqual({
				address,
				found: whole.get(address) ?? undefined,
			});
		}
		paged.close();
	});

	it("is refused with its name when it is not valid", () =>
		expect(() => openMmdb(import.meta.filename)).toThrow(/geo\.test\.ts is not a MaxMind DB file/));
});

describe("the code of a region", () => {
	it.each([
		["US", "California", "US-CA"],
		["US", "New York", "US-NY"],
		["DE", "Bavaria", "DE-BY"],
		["FR", "Île-de-France", "FR-IDF"],
		["GB", "Scotland", "GB-SCT"],
		["CA", "Quebec", "CA-QC"],
		["IN", "Maharashtra", "IN-MH"],
		["JP", "Tokyo", "JP-13"],
		["AU", "New South Wales", "AU-NSW"],
		["BR", "São Paulo", "BR-SP"],
		["ES", "Catalonia", "ES-CT"],
		["IT", "Lombardy", "IT-25"],
		["CN", "Guangdong", "CN-GD"],
		["XX", "Somewhere", "XX-Somewhere"],
		["", "California", ""],
		["US", "", ""],
	])("%s %s is %j", (country, name, code) => expect(regionCodeOf(country, name)).toBe(code));
});
