import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { VERSION } from "@footfall/shared/version";

const execute = promisify(execFile);

const INSTALL_WITHIN_MS = 400_000;

/** The tarball of a package as it is published, created by `setup/pack-packages.ts`. */
export const tarballOf = (name: "footfall-analytics" | "footfall-tracker"): string =>
	fileURLToPath(new URL(`../../../../release/${name}-${VERSION}.tgz`, import.meta.url));

/** A folder outside the repository in which npm has installed the packages. */
export interface InstalledPackages {
	directory: string;
	/** The `footfall` command that npm has created. */
	command: string;
	remove(): Promise<void>;
}

/** Installs the packed packages into an empty folder, as an operator does. */
export const installPackages = async (
	tarballs: readonly string[],
	...options: readonly string[]
): Promise<InstalledPackages> => {
	const directory = await mkdtemp(join(tmpdir(), "footfall-installed-"));
	await writeFile(join(directory, "package.json"), "{}");
	await execute("npm", ["install", "--prefer-offline", ...options, ...tarballs], {
		cwd: directory,
		// Not the test runner's environment, which is that of an npm script.
		env: { PATH: process.env["PATH"], HOME: process.env["HOME"] },
		timeout: INSTALL_WITHIN_MS,
	});
	return {
		directory,
		command: join(directory, "node_modules/.bin/footfall"),
		remove: () => rm(directory, { recursive: true, force: true, maxRetries: 5 }),
	};
};
