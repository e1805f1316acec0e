import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SourceMapFiles } from "./source-map-files.ts";

const unlessMissing = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
	try {
		return await work;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
};

const SITE = /^\d{1,10}$/;
const FILE = /^([0-9a-f]{64})\.gz$/;

/** Durable before its name is, so that no power failure leaves half a map under it. */
const syncFile = async (path: string): Promise<void> => {
	const file = await open(path, "r");
	try {
		await file.sync();
	} finally {
		await file.close();
	}
};

/** Keeps source maps in a folder of this machine: `<site>/<hash>.gz`. */
export const createSourceMapFolder = (directory: string): SourceMapFiles => {
	const pathOf = (site: number, mapHash: string) => join(directory, String(site), `${mapHash}.gz`);
	return {
		put: async (site, mapHash, path) => {
			const folder = join(directory, String(site));
			await mkdir(folder, { recursive: true, mode: 0o700 });
			const draft = join(folder, `.${randomUUID()}`);
			try {
				await copyFile(path, draft, constants.COPYFILE_FICLONE);
				await syncFile(draft);
				await rename(draft, pathOf(site, mapHash));
			} catch (error) {
				await rm(draft, { force: true });
				throw error;
			}
		},
		get: (site, mapHash) => unlessMissing(readFile(pathOf(site, mapHash))),
		remove: async (site, mapHashes) => {
			for (const mapHash of mapHashes) await rm(pathOf(site, mapHash), { force: true });
		},
		removeSite: (site) => rm(join(directory, String(site)), { recursive: true, force: true }),
		list: async () => {
			const found = [];
			for (const site of (await unlessMissing(readdir(directory))) ?? []) {
				if (!SITE.test(site)) continue;
				for (const name of (await unlessMissing(readdir(join(directory, site)))) ?? []) {
					const mapHash = FILE.exec(name)?.[1];
					const stats =
						mapHash === undefined
							? undefined
							: await unlessMissing(stat(join(directory, site, name)));
					if (mapHash === undefined || stats === undefined) continue;
					found.push({ site: Number(site), mapHash, writtenAt: stats.mtimeMs });
				}
			}
			return found;
		},
	};
};
