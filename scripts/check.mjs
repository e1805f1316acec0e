import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Runs the checks of `npm run check`, two at a time: more would only share the cores and memory of a small machine.
 * Prints the output of each when it ends, and fails after the last one if any failed.
 */

const AT_ONCE = 2;
/** Script of package.json → the one that must have ended well before it. The longest come first. */
const CHECKS = new Map([
	["build", undefined],
	// What the dashboard knows of the API is made by the build.
	["types", "build"],
	["imports", "build"],
	["package:check", "build"],
	["size", "build"],
	["lint", undefined],
	["patterns", undefined],
	["docs:check", undefined],
]);

const root = fileURLToPath(new URL("..", import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const PATH = [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);

const run = (name) =>
	new Promise((resolve) => {
		const begunAt = performance.now();
		const child = spawn("sh", ["-c", scripts[name]], {
			cwd: root,
			env: { ...process.env, PATH },
			stdio: ["ignore", "pipe", "pipe"],
		});
		const output = [];
		for (const stream of [child.stdout, child.stderr])
			stream.on("data", (chunk) => output.push(chunk));
		child.once("close", (code, signal) => {
			const seconds = ((performance.now() - begunAt) / 1000).toFixed(0);
			console.log(
				`\n> ${name}: ${code === 0 ? "passed" : `failed with ${code ?? signal}`} in ${seconds} s`,
			);
			process.stdout.write(Buffer.concat(output));
			resolve(code === 0);
		});
	});

const waiting = new Map(CHECKS);
const passed = new Set();
const failed = [];
const underWay = new Set();

const startNext = () => {
	for (const [name, before] of waiting) {
		if (underWay.size === AT_ONCE) return;
		if (before !== undefined && failed.includes(before)) {
			waiting.delete(name);
			continue;
		}
		if (before !== undefined && !passed.has(before)) continue;
		waiting.delete(name);
		const ended = run(name).then((isFine) => {
			underWay.delete(ended);
			if (isFine) passed.add(name);
			else failed.push(name);
		});
		underWay.add(ended);
	}
};

for (startNext(); underWay.size > 0; startNext()) await Promise.race(underWay);
if (failed.length > 0) {
	console.error(`\nFailed: ${failed.join(", ")}`);
	process.exitCode = 1;
}
