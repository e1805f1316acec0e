import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where packages are unpacked, once. */
const CACHE = fileURLToPath(new URL("../../../../.cache/peers/", import.meta.url));

/** The folder of a package from npm that no part of the product depends on, without its dependencies. */
export const unpackedPackage = (name, version) => {
	const directory = join(CACHE, `${name.replace(/\W+/g, "-")}-${version}`);
	if (!existsSync(join(directory, "package"))) {
		const work = `${directory}.${process.pid}`;
		mkdirSync(work, { recursive: true });
		const [{ filename }] = JSON.parse(
			execFileSync("npm", ["pack", "--json", `${name}@${version}`], {
				cwd: work,
				encoding: "utf8",
				stdio: ["ignore", "pipe", "ignore"],
			}),
		);
		execFileSync("tar", ["xzf", filename], { cwd: work });
		mkdirSync(directory, { recursive: true });
		renameSync(join(work, "package"), join(directory, "package"));
	}
	return join(directory, "package");
};
