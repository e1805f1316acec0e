import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { FoundMap } from "../source-maps/find-maps.ts";
import { askInstance, type Instance } from "./instance.ts";

/** What an instance answers about a map that it has stored. */
interface StoredMap {
	file: string;
	sources: number;
	warning: string | null;
}

interface ListedRelease {
	files: { file: string; hash: string | null; mapHash: string }[];
}

/** The instance's limit for one request, and a size that a slow line sends within its time limits. */
const MAX_AT_ONCE = 20;
const MAX_BYTES_AT_ONCE = 60_000_000;

/** In parts that are small enough for a request; a larger map is a part of its own. */
const partsOf = (maps: readonly FoundMap[]): FoundMap[][] => {
	const parts: FoundMap[][] = [];
	let bytes = Number.POSITIVE_INFINITY;
	for (const map of maps) {
		const part = parts.at(-1);
		bytes += map.mapBytes;
		if (part && part.length < MAX_AT_ONCE && bytes <= MAX_BYTES_AT_ONCE) part.push(map);
		else {
			parts.push([map]);
			bytes = map.mapBytes;
		}
	}
	return parts;
};

const pathOf = (site: string) => `api/sites/${encodeURIComponent(site)}/source-maps`;

/** The maps that an instance does not have yet for a release. */
export const missingMaps = async (
	instance: Instance,
	{ site, release, maps }: { site: string; release: string; maps: readonly FoundMap[] },
): Promise<FoundMap[]> => {
	const query = `?release=${encodeURIComponent(release)}`;
	const releases = await askInstance<ListedRelease[]>(instance, pathOf(site) + query, {
		method: "GET",
	});
	const keyOf = (file: string, hash: string | null, mapHash: string) =>
		JSON.stringify([file, hash, mapHash]);
	const known = new Set(
		releases.flatMap(({ files }) => files.map((one) => keyOf(one.file, one.hash, one.mapHash))),
	);
	return maps.filter(({ file, hash, mapPath }) => {
		const mapHash = createHash("sha256").update(readFileSync(mapPath)).digest("hex");
		return !known.has(keyOf(file, hash, mapHash));
	});
};

/**
 * Uploads maps, a part with each request.
 * @param stored called with each part that is stored
 */
export const uploadMaps = async (
	instance: Instance,
	{ site, release, maps }: { site: string; release: string; maps: readonly FoundMap[] },
	stored: (maps: readonly StoredMap[]) => void,
): Promise<void> => {
	for (const part of partsOf(maps)) {
		const body = new FormData();
		body.append("release", release);
		for (const { file, hash, mapPath } of part) {
			body.append("file", file);
			body.append("hash", hash);
			body.append("map", new Blob([readFileSync(mapPath)]), basename(mapPath));
		}
		stored(await askInstance<StoredMap[]>(instance, pathOf(site), { method: "POST", body }));
	}
};
