import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLogger } from "@footfall/shared/logger";
import { mmdbFile } from "@footfall/testing/gateway/mmdb-file";
import { Reader, type Response } from "mmdb-lib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Geo, openGeo } from "./geo.ts";
import { UNKNOWN_NETWORK } from "./network.ts";
import { UNKNOWN_PLACE } from "./place.ts";

const BUILT = Date.UTC(2026, 10, 1);

const city = (country: string, more = {}) => ({ country: { iso_code: country }, ...more });
const systems = {
	"203.0.113.0/24": {
		autonomous_system_number: 64500,
		autonomous_system_organization: "Example Net",
	},
	"198.51.100.0/24": {
		autonomous_system_number: 24940,
		autonomous_system_organization: "Hetzner Online GmbH",
	},
	"192.0.2.0/24": { asn: "AS398324", as_name: "Censys, Inc." },
};

let directory: string;
let cityPath: string;
let asnPath: string;
let geo: Geo | undefined;
const said: { level: string; message: string }[] = [];
const log = {
	...silentLogger,
	info: (_fields: object, message: string) => void said.push({ level: "info", message }),
	error: (_fields: object, message: string) => void said.push({ level: "error", message }),
};

beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
	said.length = 0;
	directory = mkdtempSync(join(tmpdir(), "footfall-geo-"));
	cityPath = join(directory, "city.mmdb");
	asnPath = join(directory, "asn.mmdb");
	writeFileSync(cityPath, mmdbFile({ "203.0.113.0/24": city("FR") }, BUILT));
	writeFileSync(asnPath, mmdbFile(systems, BUILT));
});
afterEach(() => {
	geo?.close();
	vi.useRealTimers();
	rmSync(directory, { recursive: true });
});

const opened = (): Geo => {
	geo = openGeo({ cityDatabases: [cityPath], asnDatabase: asnPath, log });
	return geo;
};
/** As an update tool does: written to another file, then renamed. */
const replace = (path: string, content: Buffer) => {
	writeFileSync(`${path}.new`, content);
	renameSync(`${path}.new`, path);
};
const LOOKS_MS = 10_000;

describe("an operator's own databases", () => {
	it("provide the place in the nested format, for IPv6 too, and another reader agrees", () => {
		const records = {
			"203.0.113.0/24": city("US", {
				subdivisions: [{ iso_code: "CA" }],
				city: { names: { en: "Oakland", de: "Oakland (Kalifornien)" } },
				location: { latitude: 37.8, longitude: -122.25, time_zone: "America/Los_Angeles" },
			}),
			"2001:db8::/32": city("JP"),
		};
		writeFileSync(cityPath, mmdbFile(records, BUILT));
		const { at } = opened();
		expect(at("203.0.113.9").place).toEqual({
			country: "US",
			region: "US-CA",
			city: "Oakland",
			latitude: 37.8,
			longitude: -122.25,
			timezone: "America/Los_Angeles",
		});
		expect(at("2001:db8::1").place).toEqual({ ...UNKNOWN_PLACE, country: "JP" });
		expect(at("2001:db9::1").place).toEqual(UNKNOWN_PLACE);
		const other = new Reader<Response>(mmdbFile(records, BUILT));
		expect(other.get("203.0.113.9")).toEqual(records["203.0.113.0/24"]);
	});

	it("provide the network and, for networks of machines, the provider", () => {
		const { at } = opened();
		expect(
			["203.0.113.9", "198.51.100.9", "192.0.2.9", "8.8.8.8"].map((each) => at(each).network),
		).toEqual([
			{ asn: 64500, asnOrganization: "Example Net", provider: "", kind: "" },
			{ asn: 24940, asnOrganization: "Hetzner Online GmbH", provider: "Hetzner", kind: "hosting" },
			{ asn: 398324, asnOrganization: "Censys, Inc.", provider: "Censys", kind: "crawler" },
			UNKNOWN_NETWORK,
		]);
	});

	it("are listed with their dates; a missing ASN database is listed as absent", () => {
		const builtAt = "2026-11-01T00:00:00.000Z";
		expect(opened().state()).toEqual({
			city: [{ name: "city.mmdb", builtAt }],
			asn: { name: "asn.mmdb", builtAt },
			botAsn: "ASN database",
		});
		geo?.close();
		geo = openGeo({ cityDatabases: [cityPath] });
		expect(geo.state()).toEqual({
			city: [{ name: "city.mmdb", builtAt }],
			asn: null,
			botAsn: "large hosting blocks only",
		});
	});

	it("are reloaded when they are replaced, and cached look-ups are dropped", () => {
		const { at, state } = opened();
		expect(at("203.0.113.9").place.country).toBe("FR");
		replace(cityPath, mmdbFile({ "203.0.113.0/24": city("DE") }, BUILT + 86_400_000));
		expect(at("203.0.113.9").place.country).toBe("FR");
		vi.advanceTimersByTime(LOOKS_MS);
		expect(at("203.0.113.9").place.country).toBe("DE");
		expect(state().city).toEqual([{ name: "city.mmdb", builtAt: "2026-11-02T00:00:00.000Z" }]);
		expect(said).toEqual([{ level: "info", message: "The geo database was replaced" }]);
	});

	it("stay in use when their replacement is invalid or missing, which is logged once", () => {
		const { at } = opened();
		replace(cityPath, Buffer.from("not a database"));
		vi.advanceTimersByTime(6 * LOOKS_MS);
		rmSync(asnPath);
		vi.advanceTimersByTime(6 * LOOKS_MS);
		expect(at("203.0.113.9")).toMatchObject({ place: { country: "FR" }, network: { asn: 64500 } });
		const complaint = {
			level: "error",
			message: "The geo database could not be replaced; the current one stays in use",
		};
		expect(said).toEqual([complaint, complaint]);
		replace(cityPath, mmdbFile({ "203.0.113.0/24": city("DE") }, BUILT));
		vi.advanceTimersByTime(LOOKS_MS);
		expect(at("203.0.113.10").place.country).toBe("DE");
	});
});

describe("without an ASN database", () => {
	it("only the large hosting blocks are known", () => {
		geo = openGeo({ cityDatabases: [cityPath] });
		const { at } = geo;
		expect([
			at("159.69.1.2").network,
			at("2a01:4f8::1").network,
			at("203.0.113.9").network,
		]).toEqual([
			{ asn: 0, asnOrganization: "", provider: "Hetzner", kind: "hosting" },
			{ asn: 0, asnOrganization: "", provider: "Hetzner", kind: "hosting" },
			UNKNOWN_NETWORK,
		]);
	});
});

describe("the part of an address that identifies visitors", () => {
	it.each([
		["203.0.113.9", "203.0.113.9"],
		["198.51.100.9", "198.51.100.0/24"],
		["2001:db8:1:2::3", "2001:db8:1:2::3"],
		["", ""],
	])("is of %j with an ASN database %j", (address, expected) =>
		expect(opened().at(address).visitorAddress).toBe(expected),
	);

	it.each([
		["159.69.1.2", "159.69.1.0/24"],
		["2a01:4f8:1:2::3", "2a01:4f8:1::/48"],
	])("is only the block of %j, where servers are rented", (address, expected) => {
		geo = openGeo({ cityDatabases: [cityPath] });
		expect(geo.at(address).visitorAddress).toBe(expected);
	});
});
