import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Builds every package when a source is newer than the last build, so that a start without changes costs nothing. */

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const stamp = join(root, ".cache", "built");
const steps = [
	[join(root, "node_modules/typescript/bin/tsc"), "-b"],
	[join(root, "node_modules/rollup/dist/bin/rollup"), "-c", "--silent"],
	[
		join(root, "node_modules/vite/bin/vite.js"),
		"build",
		"packages/dashboard",
		"--logLevel",
		"warn",
	],
];

const newestIn = (path) => {
	const found = statSync(path, { throwIfNoEntry: false });
	if (found === undefined) return 0;
	if (!found.isDirectory()) return found.mtimeMs;
	return Math.max(
		found.mtimeMs,
		...readdirSync(path)
			.filter((name) => name !== "node_modules" && name !== "dist")
			.map((name) => newestIn(join(path, name))),
	);
};

const builtAt = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const sources = [
	"packages",
	"rollup.config.mjs",
	"tsconfig.json",
	"tsconfig.base.json",
	"package.json",
];
if (sources.some((source) => newestIn(join(root, source)) > builtAt)) {
	console.log("Building Footfall …");
	for (const step of steps) {
		const { status } = spawnSync(process.execPath, step, { cwd: root, stdio: "inherit" });
		if (status !== 0) process.exit(status ?? 1);
	}
	mkdirSync(dirname(stamp), { recursive: true });
	writeFileSync(stamp, "");
}
