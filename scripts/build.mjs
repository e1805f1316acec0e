import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleClone, CLONE_BUNDLE } from "./packages/clone-bundle.mjs";

/** Builds what has a source newer than its last build, so that a start without changes costs nothing. */

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const DASHBOARD = "packages/dashboard";
/** Made by the build itself; types are gone from what it builds. */
const GENERATED = join(root, DASHBOARD, "src/api/schema.ts");
const SHARED = ["tsconfig.base.json", "package.json"];

const parts = [
	{
		name: "Footfall",
		stamp: "built",
		made: GENERATED,
		sources: [
			...readdirSync(join(root, "packages"))
				.map((name) => `packages/${name}`)
				.filter((path) => path !== DASHBOARD),
			"rollup.config.mjs",
			"tsconfig.json",
			...SHARED,
		],
		steps: [
			["node_modules/typescript-7/bin/tsc", "-b"],
			["node_modules/rollup/dist/bin/rollup", "-c", "--silent"],
			["scripts/api-types.mjs"],
			["scripts/empty-database.mjs"],
		],
	},
	{
		name: "the dashboard",
		stamp: "built-dashboard",
		made: join(root, DASHBOARD, "dist/index.html"),
		sources: [DASHBOARD, ...SHARED],
		steps: [["node_modules/vite/bin/vite.js", "build", DASHBOARD, "--logLevel", "warn"]],
	},
	{
		name: "the manual",
		stamp: "built-manual",
		made: join(root, "packages/api/manual/index.html"),
		sources: [
			"docs",
			...["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "GLOSSARY.md"],
			"packages/tracker/README.md",
			"scripts/manual",
			"package.json",
		],
		steps: [["scripts/manual/build.mjs"]],
	},
];

/** Folders that no build is made from. */
const MADE = ["node_modules", "dist", "bundle", "empty-database", "manual"];

const newestIn = (path) => {
	const found = statSync(path, { throwIfNoEntry: false });
	if (found === undefined || path === GENERATED) return 0;
	if (!found.isDirectory()) return found.mtimeMs;
	// The time of the folder itself would change with what is generated in it.
	return Math.max(
		path === dirname(GENERATED) ? 0 : found.mtimeMs,
		...readdirSync(path)
			.filter((name) => !MADE.includes(name))
			.map((name) => newestIn(join(path, name))),
	);
};

// Now, because a new folder makes its parent look like a source that has changed.
mkdirSync(CLONE_BUNDLE, { recursive: true });

for (const { name, stamp, made, sources, steps } of parts) {
	const stampFile = join(root, ".cache", stamp);
	const builtAt = statSync(stampFile, { throwIfNoEntry: false })?.mtimeMs ?? 0;
	const isNewer = sources.some((source) => newestIn(join(root, source)) > builtAt);
	if (!isNewer && existsSync(made)) continue;
	console.log(`Building ${name} …`);
	for (const [script, ...options] of steps) {
		const command = [join(root, script), ...options];
		const { status } = spawnSync(process.execPath, command, {
			cwd: root,
			stdio: "inherit",
			// The bundler leaves its help for developers in what is built in any other environment.
			env: { ...process.env, NODE_ENV: "production" },
		});
		if (status !== 0) process.exit(status ?? 1);
	}
	mkdirSync(dirname(stampFile), { recursive: true });
	writeFileSync(stampFile, "");
}

await bundleClone();
