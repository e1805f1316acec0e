import { readFile } from "node:fs/promises";
import { ApiError } from "@footfall/shared/api-error";
import { BucketError, type SourceMapFiles } from "@footfall/store";
import { sql } from "kysely";
import type { Database } from "../database/schema.ts";
import type { MapReader } from "./map-reader.ts";
import { baseNameOf } from "./matching-file.ts";
import { type MapFacts, MapFault } from "./read-map.ts";
import type { ReceivedMap } from "./receive-maps.ts";
import { requestGrouping } from "./request-grouping.ts";

/** What a site's maps may take, as they are stored. */
export const MAX_SITE_BYTES = 2 * 1024 * 1024 * 1024;
/** Most maps of a site, by file and release. */
export const MAX_SITE_MAPS = 20_000;
/** A map is removed so long after the last error that it resolved, or after its upload. */
export const KEEP_DAYS = 90;

export interface MapStorage {
	database: Database;
	files: SourceMapFiles;
	reader: MapReader;
}

/** A map that was checked. */
type CheckedMap = ReceivedMap & MapFacts;

/** @throws ApiError 400 with what to change, 503 while maps cannot be kept */
const clientErrorOf = (error: unknown, mapName: string): unknown => {
	if (error instanceof MapFault)
		return new ApiError("INVALID_REQUEST", `${mapName} ${error.message}`);
	if (error instanceof BucketError)
		return new ApiError("UNAVAILABLE", `${error.message}. Nothing was stored: try again`);
	return error;
};

const check = async (reader: MapReader, map: ReceivedMap): Promise<CheckedMap> => {
	try {
		return { ...map, ...(await reader.factsOf(await readFile(map.path))) };
	} catch (error) {
		throw clientErrorOf(error, map.mapName);
	}
};

/** The stored bytes and the number of a site's maps. */
export const usedBy = async (database: Database, siteId: number) => {
	const { rows } = await sql<{ bytes: string; maps: string }>`
		SELECT coalesce(sum("storedBytes"), 0) AS "bytes", coalesce(sum("maps"), 0) AS "maps"
		FROM (
			SELECT max("storedBytes") AS "storedBytes", count(*) AS "maps"
			FROM "source_map" WHERE "siteId" = ${siteId} GROUP BY "mapHash"
		) AS "stored"`.execute(database);
	return { bytes: Number(rows[0]?.bytes ?? 0), maps: Number(rows[0]?.maps ?? 0) };
};

/** @throws ApiError 413 for maps that do not fit */
const requireSpace = async (
	database: Database,
	siteId: number,
	fresh: readonly ReceivedMap[],
): Promise<void> => {
	const used = await usedBy(database, siteId);
	const added = fresh.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
	if (used.bytes + added > MAX_SITE_BYTES || used.maps + fresh.length > MAX_SITE_MAPS)
		throw new ApiError(
			"PAYLOAD_TOO_LARGE",
			`The source maps of a site may take ${MAX_SITE_BYTES / 1024 ** 3} GB and be ${MAX_SITE_MAPS}: delete those of releases that nobody uses any more, in the settings of the site or with DELETE /api/sites/{site}/source-maps`,
		);
};

/** Which of these hashes the site's maps have. */
export const knownHashes = async (
	database: Database,
	siteId: number,
	mapHashes: readonly string[],
): Promise<Set<string>> => {
	if (mapHashes.length === 0) return new Set();
	const rows = await database
		.selectFrom("source_map")
		.select("mapHash")
		.distinct()
		.where("siteId", "=", siteId)
		.where(
			"mapHash",
			"in",
			sql<string>`(SELECT jsonb_array_elements_text(${JSON.stringify(mapHashes)}::jsonb))`,
		)
		.execute();
	return new Set(rows.map(({ mapHash }) => mapHash));
};

/** Whether the file has a map of other content in this release, with which errors may have been resolved. */
const replacesAnother = async (
	database: Database,
	siteId: number,
	{ release, fileName, mapHash }: ReceivedMap,
): Promise<boolean> => {
	const other = await database
		.selectFrom("source_map")
		.select("sourceMapId")
		.where("siteId", "=", siteId)
		.where("release", "=", release)
		.where("fileName", "=", fileName)
		.where("mapHash", "<>", mapHash)
		.limit(1)
		.executeTakeFirst();
	return other !== undefined;
};

/**
 * Checks and keeps the maps of an upload: all of them, or none.
 * @throws ApiError that says what to change
 */
export const storeMaps = async (
	{ database, files, reader }: MapStorage,
	siteId: number,
	received: readonly ReceivedMap[],
	now: number,
): Promise<(CheckedMap & { isKnown: boolean })[]> => {
	const maps: CheckedMap[] = [];
	for (const map of received) maps.push(await check(reader, map));
	const known = await knownHashes(
		database,
		siteId,
		maps.map(({ mapHash }) => mapHash),
	);
	const fresh = maps.filter(({ mapHash }) => !known.has(mapHash));
	await requireSpace(database, siteId, fresh);
	// Also one that is known: its file may be the one that is missing after a crash.
	for (const { mapHash, path, mapName } of maps)
		await files.put(siteId, mapHash, path).catch((error: unknown) => {
			throw clientErrorOf(error, mapName);
		});
	const at = new Date(now);
	let isChanged = false;
	for (const map of maps) {
		isChanged ||= await replacesAnother(database, siteId, map);
		const { release, fileName, fileHash, mapHash, bytes, storedBytes, sources, withContent } = map;
		const state = {
			mapHash,
			bytes,
			storedBytes,
			sources,
			withContent,
			createdAt: at,
			lastUsedAt: at,
		};
		await database
			.insertInto("source_map")
			.values({ siteId, release, fileName, baseName: baseNameOf(fileName), fileHash, ...state })
			.onConflict((row) =>
				row.columns(["siteId", "release", "fileName", "fileHash"]).doUpdateSet(state),
			)
			.execute();
	}
	await requestGrouping(database, siteId, { now, isChanged });
	return maps.map((map) => ({ ...map, isKnown: known.has(map.mapHash) }));
};

/** Removes the files of these maps that no row names any more. */
export const removeUnused = async (
	{ database, files }: Pick<MapStorage, "database" | "files">,
	siteId: number,
	mapHashes: readonly string[],
): Promise<void> => {
	const used = await knownHashes(database, siteId, mapHashes);
	await files.remove(
		siteId,
		[...new Set(mapHashes)].filter((mapHash) => !used.has(mapHash)),
	);
};
