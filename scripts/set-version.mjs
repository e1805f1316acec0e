import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Sets the version of all published packages: `npm run release:version 1.2.3`. */

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const NUMBER = String.raw`\d+\.\d+\.\d+`;

/** All other files that name the version for operators. */
const PLACES = [
	["deploy/compose/single/.env.example", "FOOTFALL_VERSION="],
	["deploy/compose/tier/.env.example", "FOOTFALL_VERSION="],
	["deploy/compose/single/compose.yaml", "FOOTFALL_VERSION:-"],
	["deploy/compose/tier/compose.yaml", "FOOTFALL_VERSION:-"],
	["deploy/helm/footfall/Chart.yaml", "\nappVersion: "],
	["deploy/helm/footfall/Chart.yaml", "\nversion: "],
	...readdirSync(join(ROOT, "examples"), { withFileTypes: true })
		.filter(
			(entry) =>
				entry.isDirectory() && existsSync(join(ROOT, "examples", entry.name, "package.json")),
		)
		.map(({ name }) => [`examples/${name}/package.json`, '"footfall-tracker": "']),
];

const [version = ""] = process.argv.slice(2);
if (!new RegExp(`^${NUMBER}$`).test(version)) throw new Error("Name a version such as 1.2.3");

const run = (...parameters) => {
	const { status, stderr } = spawnSync("npm", parameters, { cwd: ROOT, encoding: "utf8" });
	if (status !== 0) throw new Error(stderr);
};
run("version", version, "--no-git-tag-version", "--allow-same-version", "--ignore-scripts");

for (const [name, before] of PLACES) {
	const path = join(ROOT, name);
	const text = readFileSync(path, "utf8");
	const changed = text.replace(new RegExp(`(${before})${NUMBER}`), `$1${version}`);
	if (!changed.includes(before + version)) throw new Error(`${name} names no version`);
	writeFileSync(path, changed);
}
console.log(`Everything that is published has version ${version}`);
