/** A map as it is kept. */
export interface StoredMap {
	site: number;
	/** SHA-256 of the map, 64 lower-case hex characters. */
	mapHash: string;
	/** ms since the epoch */
	writtenAt: number;
}

/**
 * Source maps, compressed with gzip, by site and hash. All calls but those on a folder fail with a BucketError when the
 * bucket is unavailable.
 */
export interface SourceMapFiles {
	/** Keeps a file of this machine; one of the same site and hash is replaced. @param path stays where it is */
	put(site: number, mapHash: string, path: string): Promise<void>;
	/** The compressed map; `undefined` if there is none. */
	get(site: number, mapHash: string): Promise<Uint8Array | undefined>;
	/** Missing ones count as removed. */
	remove(site: number, mapHashes: readonly string[]): Promise<void>;
	removeSite(site: number): Promise<void>;
	list(): Promise<StoredMap[]>;
}
