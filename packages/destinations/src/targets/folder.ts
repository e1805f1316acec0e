import { access, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { syncPath } from "@footfall/shared/files/sync-path";
import type { FileStore } from "./hourly-files.ts";
import { TargetError } from "./target.ts";

const REASONS: Readonly<Record<string, string>> = {
	EACCES: "this process may not write there",
	EPERM: "this process may not write there",
	EROFS: "it is read-only",
	ENOSPC: "the disk is full",
	EDQUOT: "the quota of the disk is used up",
	ENOTDIR: "a file is where a folder must be",
};

const explained = async (path: string, work: () => Promise<void>): Promise<void> => {
	try {
		await work();
	} catch (error) {
		const { code = "", message } = error as NodeJS.ErrnoException;
		throw new TargetError(`The folder ${path} cannot be written: ${REASONS[code] ?? message}`);
	}
};

const isThere = (path: string): Promise<boolean> =>
	access(path).then(
		() => true,
		(error: NodeJS.ErrnoException) => {
			if (error.code === "ENOENT") return false;
			throw error;
		},
	);

/** Creates folders down to this one, and brings their names to the disk too. */
const createFolder = async (path: string): Promise<void> => {
	const first = await mkdir(path, { recursive: true, mode: 0o750 });
	if (first === undefined) return;
	for (let one = path; one.length >= first.length; one = dirname(one)) await syncPath(dirname(one));
};

/** Files in a folder of this machine: a file appears whole, under a draft's name that no reader looks for until then. */
export const createFolderStore = (path: string): FileStore => ({
	put: (name, bytes) =>
		explained(path, async () => {
			const file = join(path, name);
			const folder = dirname(file);
			await createFolder(folder);
			// The process may have ended between the rename and the sync of its folder.
			if (!(await isThere(file))) {
				const draft = join(folder, `.${basename(file)}.draft`);
				await writeFile(draft, bytes, { mode: 0o640, flush: true });
				await rename(draft, file);
			}
			await syncPath(folder);
		}),
	remove: (name) => explained(path, () => rm(join(path, name), { force: true })),
	close: async () => {},
});
