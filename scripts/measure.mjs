import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { GOAL_MISSED } from "../test/bench/measuring/goals.mjs";

/**
 * Runs benchmarks, one after the other, and writes their output into docs/internals/performance.md, with the commit,
 * the machine and its load: `npm run measure [names…]`, by default all that have a block there; `--list` lists them. A
 * benchmark that fails leaves its block unchanged.
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const PAGE = "docs/internals/performance.md";
const readPage = () => readFileSync(join(root, PAGE), "utf8");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const PATH = [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
const { module } = await runnerImport(
	fileURLToPath(import.meta.resolve("@footfall/testing/measuring/measured-block")),
	{ configFile: false, logLevel: "error" },
);

const git = (...words) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
/** The page itself changes with each benchmark. */
const source = () => ({
	commit: git("rev-parse", "--short=8", "HEAD"),
	isChanged: git("status", "--porcelain", "--", ".", `:!${PAGE}`) !== "",
});
const machine = `${cpus()[0].model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;

const REFERENCE = JSON.stringify(
	Array.from({ length: 20_000 }, (_, index) => ({ index, name: `item ${index}` })),
);
const machineState = () => {
	const [load] = loadavg();
	const startedAt = performance.now();
	for (let round = 0; round < 20; round++) JSON.stringify(JSON.parse(REFERENCE));
	return { load, referenceMs: performance.now() - startedAt };
};

/** The output of a benchmark, which is also shown while it runs. */
const run = async (bench) => {
	const child = spawn("sh", ["-c", scripts[`bench:${bench}`]], {
		cwd: root,
		env: { ...process.env, PATH },
		stdio: ["ignore", "pipe", "inherit"],
	});
	const chunks = [];
	child.stdout.on("data", (chunk) => {
		chunks.push(chunk);
		process.stdout.write(chunk);
	});
	const [code] = await once(child, "close");
	return { code, output: Buffer.concat(chunks).toString() };
};

const measure = async (bench, built) => {
	const date = new Date().toISOString().slice(0, 10);
	const before = machineState();
	const { code, output } = await run(bench);
	const after = machineState();
	if (code !== 0 && code !== GOAL_MISSED) return false;
	const measurement = { bench, output, ...built, date, machine, before, after };
	// Read again, because somebody may have edited it meanwhile.
	writeFileSync(join(root, PAGE), module.withMeasurement(readPage(), measurement));
	return true;
};

const measured = module.measuredBenches(readPage());
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => name !== "--list" && !measured.includes(name));
if (asked.includes("--list")) console.log(measured.join("\n"));
else if (unknown.length > 0) {
	console.error(`${PAGE} has no block for ${unknown.join(", ")}; it has: ${measured.join(", ")}`);
	process.exitCode = 2;
} else {
	const built = source();
	execFileSync(process.execPath, [join(root, "scripts/build.mjs")], { stdio: "inherit" });
	const failed = [];
	for (const bench of asked.length > 0 ? asked : measured) {
		console.error(`\n> ${bench}\n`);
		if (!(await measure(bench, built))) failed.push(bench);
	}
	if (failed.length > 0) {
		console.error(`Not measured: ${failed.join(", ")}`);
		process.exitCode = 1;
	}
}
