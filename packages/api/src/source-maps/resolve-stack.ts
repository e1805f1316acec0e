import { type StackFrame, stackLines } from "@footfall/shared/errors/stack-lines";
import { BucketError } from "@footfall/store";
import type { Selectable } from "kysely";
import type { SourceMapTable } from "../database/source-map-tables.ts";
import { baseNameOf, hasHashInName, matchingFile } from "./matching-file.ts";
import { MapFault } from "./read-map.ts";
import type { MissingMap, ResolvedFrame } from "./source-map-shapes.ts";
import type { MapStorage } from "./stored-maps.ts";

/** Deeper stacks are cut where they are sent. */
const MAX_FRAMES = 100;
/** Files of one stack whose maps are read: each may take seconds. */
const MAX_FILES = 10;
/** Maps of one name that are compared. */
const MAX_CANDIDATES = 200;
const USED_AGAIN_AFTER_MS = 60 * 60 * 1000;

type StoredMap = Pick<Selectable<SourceMapTable>, "sourceMapId" | "mapHash" | "fileName">;

/** A stack of an error, and what tells which builds its files are from. */
export interface MinifiedStack {
	siteId: number;
	stack: string;
	/** "" if the error has none. */
	release: string;
	/** SHA-256 of files by their address, if the sender knows them. */
	hashes: Readonly<Record<string, string>>;
}

export interface ResolvedStack {
	frames: ResolvedFrame[];
	missing: MissingMap[];
}

/**
 * The map of a file: by its hash, by release and name, or by a name that has the hash of its content.
 */
const findMap = async (
	{ database }: Pick<MapStorage, "database">,
	{ siteId, release, hashes }: MinifiedStack,
	file: string,
): Promise<StoredMap | undefined> => {
	const newest = database
		.selectFrom("source_map")
		.select(["sourceMapId", "mapHash", "fileName"])
		.where("siteId", "=", siteId)
		.orderBy("createdAt", "desc")
		.orderBy("sourceMapId", "desc");
	const hash = Object.hasOwn(hashes, file) ? hashes[file] : undefined;
	if (hash !== undefined) {
		const found = await newest
			.where("fileHash", "=", hash.toLowerCase())
			.limit(1)
			.executeTakeFirst();
		if (found) return found;
	}
	const named = newest.where("baseName", "=", baseNameOf(file)).limit(MAX_CANDIDATES);
	const ofRelease = release === "" ? [] : await named.where("release", "=", release).execute();
	const found = matchingFile(file, ofRelease);
	if (found || !hasHashInName(file)) return found;
	return matchingFile(file, await named.execute());
};

/** Notes that a map was needed, at most once an hour. */
const noteUse = async (
	{ database }: Pick<MapStorage, "database">,
	{ sourceMapId }: StoredMap,
	now: number,
): Promise<void> => {
	await database
		.updateTable("source_map")
		.set({ lastUsedAt: new Date(now) })
		.where("sourceMapId", "=", sourceMapId)
		.where("lastUsedAt", "<", new Date(now - USED_AGAIN_AFTER_MS))
		.execute();
};

const frameOf = ({ name, file, line, column }: StackFrame): ResolvedFrame => ({
	functionName: name,
	file,
	line,
	column: column ?? null,
});

/** Adds to frames of one file where they stand in its sources. @returns why that was not possible */
const resolveFile = async (
	storage: MapStorage,
	minified: MinifiedStack,
	frames: readonly ResolvedFrame[],
	now: number,
): Promise<Omit<MissingMap, "file"> | undefined> => {
	const { siteId } = minified;
	const map = await findMap(storage, minified, frames[0]?.file ?? "");
	if (map === undefined) return { reason: "no_map", detail: null };
	const places = frames.map(({ line, column }) => ({
		line: line - 1,
		// Browsers count columns from 1. Without one, the first place of the line is as good as any.
		column: Math.max(0, (column ?? 1) - 1),
	}));
	try {
		const originals = await storage.reader.framesOf(`${siteId}/${map.mapHash}`, places, () =>
			storage.files.get(siteId, map.mapHash),
		);
		if (originals === undefined)
			return { reason: "unreadable", detail: "is not stored any more: upload it again" };
		for (const [number, original] of originals.entries()) {
			const frame = frames[number];
			if (frame && original) frame.original = original;
		}
		await noteUse(storage, map, now);
		return undefined;
	} catch (error) {
		if (error instanceof MapFault) return { reason: "unreadable", detail: error.message };
		if (error instanceof BucketError) return { reason: "unavailable", detail: error.message };
		throw error;
	}
};

/** The calls of a stack with their places in the sources, as far as there are maps of its files. */
export const resolveStack = async (
	storage: MapStorage,
	minified: MinifiedStack,
	now: number,
): Promise<ResolvedStack> => {
	const frames = stackLines(minified.stack, "")
		.flatMap(({ frame }) => (frame ? [frameOf(frame)] : []))
		.slice(0, MAX_FRAMES);
	const missing: MissingMap[] = [];
	for (const file of [...new Set(frames.map((frame) => frame.file))].slice(0, MAX_FILES)) {
		// Code that no build of the site has made, such as an extension's or the browser's own.
		if (!/^(https?:\/\/|\/)/.test(file) || baseNameOf(file) === "") continue;
		const ofFile = frames.filter((frame) => frame.file === file);
		const fault = await resolveFile(storage, minified, ofFile, now);
		if (fault) missing.push({ file, ...fault });
	}
	return { frames, missing };
};
