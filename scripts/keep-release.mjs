import { spawnSync } from "node:child_process";
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Stores the build of our own code as `test/install/published/footfall-<version>.tgz`, which tests of upgrades start
 * with the repository's own dependencies.
 */

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PUBLISHED = join(ROOT, "test/install/published");
/** Parts that no role runs. */
const LEFT_OUT = ["dashboard", "testing"];
/** The code and the files that it reads from disk, without source maps and tests. */
const KEPT = [
	/^dist\/.*(?<!\.test)\.js$/,
	/^src\/(.*\/)?schema\/[\w-]+\.sql$/,
	/^src\/(demo|pages|dashboard)\/.*(?<!\.ts)$/,
	/^corpus\//,
	/^package\.json$/,
];

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

const copyPackage = (from, to) => {
	for (const name of readdirSync(from, { recursive: true }))
		if (KEPT.some((pattern) => pattern.test(name)) && statSync(join(from, name)).isFile())
			cpSync(join(from, name), join(to, name), { recursive: true });
};

const [checkout = ROOT, wanted] = process.argv.slice(2);
const packages = join(resolve(checkout), "packages");
const manifest = readJson(join(resolve(checkout), "package.json"));
const version = wanted ?? manifest.version;
if (!existsSync(join(packages, "server/dist/main.js")))
	throw new Error(`${checkout} was not built`);

const draft = mkdtempSync(join(tmpdir(), "footfall-kept-"));
try {
	for (const name of readdirSync(packages))
		if (!LEFT_OUT.includes(name)) {
			const to = join(draft, "packages", name);
			copyPackage(join(packages, name), to);
			const own = readJson(join(to, "package.json"));
			writeFileSync(join(to, "package.json"), JSON.stringify({ ...own, version }));
		}
	writeFileSync(join(draft, "package.json"), JSON.stringify({ ...manifest, version }));
	mkdirSync(PUBLISHED, { recursive: true });
	const target = join(PUBLISHED, `footfall-${version}.tgz`);
	// The same files produce the same bytes.
	const alike = ["--sort=name", "--mtime=2000-01-01", "--owner=0", "--group=0", "--numeric-owner"];
	const packed = ["--use-compress-program=gzip -9n", ...alike, "-C", draft, "-cf", target, "."];
	const { status, stderr } = spawnSync("tar", packed, { encoding: "utf8" });
	if (status !== 0) throw new Error(stderr);
	console.log(`${relative(ROOT, target)}: version ${version}`);
} finally {
	rmSync(draft, { recursive: true, force: true });
}
