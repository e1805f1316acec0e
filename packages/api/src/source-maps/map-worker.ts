import { parentPort } from "node:worker_threads";
import { gunzipSync } from "node:zlib";
import { exceededLimit } from "@footfall/shared/json-structure";
import type { MapAnswer, MapRequest } from "./map-messages.ts";
import { originalFrames } from "./original-frames.ts";
import { factsOf, MapFault, readMap, type SourceMap } from "./read-map.ts";

/*
 * A thread of its own: parsing 50 MB of JSON takes half a second, in which the api would answer nobody. It imports nothing
 * but what reads maps.
 */

/** Parsed maps for the next questions; an error is mostly opened several times. */
const MAX_CACHED = 4;
const MAX_CACHED_BYTES = 60_000_000;
/** Compressed. */
const LARGE_BYTES = 1_000_000;
const MAX_DEPTH = 20;
const MAX_VALUES = 1_000_000;

interface CachedMap {
	map: SourceMap;
	bytes: number;
}

const cached = new Map<string, CachedMap>();

const keep = (key: string, kept: CachedMap): void => {
	cached.delete(key);
	cached.set(key, kept);
	const bytes = () => [...cached.values()].reduce((sum, one) => sum + one.bytes, 0);
	for (const oldest of cached.keys()) {
		if (cached.size <= MAX_CACHED && bytes() <= MAX_CACHED_BYTES) return;
		cached.delete(oldest);
	}
};

const unpacked = (bytes: Uint8Array, maxBytes: number): Buffer => {
	try {
		return gunzipSync(bytes, { maxOutputLength: maxBytes });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ERR_BUFFER_TOO_LARGE") throw error;
		throw new MapFault(`has more than ${maxBytes / 1024 / 1024} MB`);
	}
};

/** @throws MapFault for JSON that would take many times its size: a parser without memory ends the whole process */
const requireStructure = (json: Buffer): void => {
	const exceeded = exceededLimit(json, { maxDepth: MAX_DEPTH, maxValues: MAX_VALUES });
	if (exceeded === "maxDepth") throw new MapFault(`is nested deeper than ${MAX_DEPTH} levels`);
	if (exceeded !== undefined)
		throw new MapFault(`has more than ${MAX_VALUES} sources, names and other values`);
};

const read = ({ bytes, maxBytes }: Required<Pick<MapRequest, "bytes" | "maxBytes">>): CachedMap => {
	// Its memory is for this one.
	if (bytes.length > LARGE_BYTES) cached.clear();
	const json = unpacked(bytes, maxBytes);
	requireStructure(json);
	return { map: readMap(json.toString("utf8")), bytes: json.length };
};

const answerTo = ({ key, bytes, maxBytes, places }: MapRequest): MapAnswer => {
	const known = cached.get(key) ?? (bytes && read({ bytes, maxBytes }));
	if (known === undefined) return { needs: "bytes" };
	if (places === undefined) return { facts: factsOf(known.map) };
	keep(key, known);
	return { frames: originalFrames(known.map, places) };
};

parentPort?.on("message", (request: MapRequest) => {
	let answer: MapAnswer;
	try {
		answer = answerTo(request);
	} catch (error) {
		const isFault = error instanceof MapFault;
		answer = { fault: isFault ? error.message : `cannot be read: ${(error as Error).message}` };
	}
	parentPort?.postMessage(answer);
});
