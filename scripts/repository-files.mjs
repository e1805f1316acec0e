import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The repository's folder, which ends with a slash. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** The repository's files by their path from its root, sorted: neither generated nor deleted ones. */
export const repositoryFiles = execFileSync(
	"git",
	["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
	{ cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
)
	.split("\0")
	.filter((name) => name !== "" && existsSync(root + name))
	.sort();

export const readFile = (name) => readFileSync(root + name, "utf8");
