import type { OriginalFrame } from "./original-frames.ts";
import type { GeneratedPlace } from "./original-places.ts";
import type { MapFacts } from "./read-map.ts";

/** What is asked about a map. */
export interface MapRequest {
	/** Stands for the map in the cache of parsed ones. */
	key: string;
	/** The map, compressed with gzip; needed unless it is in the cache. */
	bytes?: Uint8Array;
	/** The most that it may have uncompressed. */
	maxBytes: number;
	/** Absent to check the map as a whole. */
	places?: readonly GeneratedPlace[];
}

/** `fault` follows the name of the map. */
export type MapAnswer =
	| { needs: "bytes" }
	| { fault: string }
	| { facts: MapFacts }
	| { frames: (OriginalFrame | undefined)[] };
