import tzLookup from "@photostructure/tz-lookup";
import type { MmdbValue } from "./mmdb/mmdb-value.ts";
import { regionCodeOf } from "./region-code.ts";

/** Where an address is. Unknown texts are "", unknown numbers 0. */
export interface GeoPlace {
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

export const UNKNOWN_PLACE: GeoPlace = {
	country: "",
	region: "",
	city: "",
	latitude: 0,
	longitude: 0,
	timezone: "",
};

/** A value inside a record; `undefined` if the record has no such path. */
export const valueAt = (
	value: MmdbValue | undefined,
	...path: (string | number)[]
): MmdbValue | undefined =>
	path.reduce<MmdbValue | undefined>(
		(found, key) =>
			typeof found === "object" && found !== null && key in found
				? (found as Record<string | number, MmdbValue>)[key]
				: undefined,
		value,
	);

export const textAt = (value: MmdbValue | undefined, ...path: (string | number)[]): string => {
	const found = valueAt(value, ...path);
	return typeof found === "string" ? found : "";
};

export const numberAt = (value: MmdbValue | undefined, ...path: (string | number)[]): number => {
	const found = valueAt(value, ...path);
	return typeof found === "number" ? found : 0;
};

const zoneAt = (latitude: number, longitude: number): string =>
	latitude === 0 && longitude === 0 ? "" : tzLookup(latitude, longitude);

/** Flat records, as in DB-IP. */
const placeOfFlat = (record: MmdbValue): GeoPlace => {
	const country = textAt(record, "country_code");
	const latitude = numberAt(record, "latitude");
	const longitude = numberAt(record, "longitude");
	return {
		country,
		region: regionCodeOf(country, textAt(record, "state1")),
		city: textAt(record, "city"),
		latitude,
		longitude,
		timezone: textAt(record, "timezone") || zoneAt(latitude, longitude),
	};
};

/** Nested records, as in GeoLite2 and GeoIP2. */
const placeOfNested = (record: MmdbValue): GeoPlace => {
	const country = textAt(record, "country", "iso_code");
	const region = textAt(record, "subdivisions", 0, "iso_code");
	const latitude = numberAt(record, "location", "latitude");
	const longitude = numberAt(record, "location", "longitude");
	return {
		country,
		region: region === "" ? "" : `${country}-${region}`,
		city: textAt(record, "city", "names", "en"),
		latitude,
		longitude,
		timezone: textAt(record, "location", "time_zone") || zoneAt(latitude, longitude),
	};
};

/** The place in a city database's record, in either of the two common formats. */
export const placeIn = (record: MmdbValue): GeoPlace =>
	valueAt(record, "country_code") === undefined ? placeOfNested(record) : placeOfFlat(record);
