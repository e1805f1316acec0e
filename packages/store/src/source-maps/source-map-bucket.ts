import { readFile } from "node:fs/promises";
import { type BucketSettings, openBucket } from "../replays/bucket.ts";
import type { SourceMapFiles } from "./source-map-files.ts";

/** A map has up to 50 MB, and a request takes a retry of its sender if it fails. */
const TIMEOUT_MS = 60_000;
const FOLDER = "source-maps/";
const NAME = /^(\d{1,10})\/([0-9a-f]{64})\.gz$/;

/** Keeps source maps in a bucket, below the prefix of its settings: `source-maps/<site>/<hash>.gz`. */
export const createSourceMapBucket = (settings: BucketSettings): SourceMapFiles => {
	const bucketBelow = (folder: string) =>
		openBucket({ ...settings, prefix: settings.prefix + folder }, { timeoutMs: TIMEOUT_MS });
	const bucket = bucketBelow(FOLDER);
	const nameOf = (site: number, mapHash: string) => `${site}/${mapHash}.gz`;
	return {
		put: async (site, mapHash, path) => bucket.put(nameOf(site, mapHash), await readFile(path)),
		get: (site, mapHash) => bucket.get(nameOf(site, mapHash)),
		remove: (site, mapHashes) => bucket.remove(mapHashes.map((mapHash) => nameOf(site, mapHash))),
		removeSite: async (site) => {
			const own = bucketBelow(`${FOLDER}${site}/`);
			await own.remove([...(await own.list()).keys()]);
		},
		list: async () =>
			[...(await bucket.list())].flatMap(([name, { writtenAt }]) => {
				const [, site, mapHash] = NAME.exec(name) ?? [];
				return site === undefined || mapHash === undefined
					? []
					: [{ site: Number(site), mapHash, writtenAt }];
			}),
	};
};
