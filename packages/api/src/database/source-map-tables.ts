import type { Generated } from "kysely";

/** A map of a file in a release; several may share one stored map. */
export interface SourceMapTable {
	sourceMapId: Generated<number>;
	siteId: number;
	/** "" without one. */
	release: string;
	/** Path of the minified file, as it was uploaded. */
	fileName: string;
	/** The last segment of it. */
	baseName: string;
	/** SHA-256 of the minified file as hex; "" if unknown. */
	fileHash: string;
	/** SHA-256 of the map as hex. */
	mapHash: string;
	/** Of the map, uncompressed. */
	bytes: number;
	storedBytes: number;
	sources: number;
	/** How many of the sources have their text in the map. */
	withContent: number;
	createdAt: Generated<Date>;
	lastUsedAt: Generated<Date>;
}
