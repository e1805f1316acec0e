import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const PUBLISHED = join(ROOT, "test/install/published");
/** Inside the repository, whose dependencies are resolved from there. */
const UNPACKED = join(ROOT, ".cache/published");

/** The versions that are stored in `test/install/published`, oldest first. */
export const publishedVersions = (): string[] =>
	readdirSync(PUBLISHED)
		.flatMap((name) => /^footfall-(.+)\.tgz$/.exec(name)?.[1] ?? [])
		.sort((one, other) => one.localeCompare(other, "en", { numeric: true }));

/** The script of a published version's `footfall` command; unpacked once. */
export const publishedMain = (version: string): string => {
	const tarball = join(PUBLISHED, `footfall-${version}.tgz`);
	const hash = createHash("sha256").update(readFileSync(tarball)).digest("hex").slice(0, 12);
	const directory = join(UNPACKED, `${version}-${hash}`);
	if (!existsSync(directory)) {
		const draft = `${directory}-${randomUUID()}`;
		mkdirSync(join(draft, "node_modules"), { recursive: true });
		execFileSync("tar", ["-xzf", tarball, "-C", draft]);
		symlinkSync("../packages", join(draft, "node_modules/@footfall"));
		try {
			renameSync(draft, directory);
		} catch (error) {
			// Another test file may have been faster.
			if (!existsSync(directory)) throw error;
		}
	}
	return join(directory, "packages/server/dist/main.js");
};
