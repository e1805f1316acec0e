import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { brotliBytes } from "./brotli-bytes.mjs";

/** Weighs what a browser loads for the dashboard, as built, and fails when it is more than was promised. */

const dist = new URL("../packages/dashboard/dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));

/** The files that loading some sources costs: their chunks, what these import, and the styles of all. */
const filesOf = (sources, found = new Set()) => {
	for (const source of sources) {
		const chunk = manifest[source];
		if (!chunk) throw new Error(`${source} is no chunk: see packages/dashboard/dist/.vite`);
		if (found.has(chunk.file)) continue;
		found.add(chunk.file);
		for (const style of chunk.css ?? []) found.add(style);
		filesOf(chunk.imports ?? [], found);
	}
	return found;
};
/**
 * A file with hashes in its chunks' names that follow from these names: those of a build are others after each change
 * anywhere, and compress by chance to some forty bytes more or less.
 */
const withSteadyHashes = (text) =>
	text.replace(
		/\b([\w.-]+)-[\w-]{8}\.(js|css)\b/g,
		(_, name, type) =>
			`${name}-${createHash("sha256").update(name).digest("base64url").slice(0, 8)}.${type}`,
	);
const bytesOf = (files) =>
	[...files].reduce(
		(sum, name) => sum + brotliBytes(withSteadyHashes(readFileSync(new URL(name, dist), "utf8"))),
		0,
	);

/** What draws any page; the file that `index.html` begins with is among its imports. */
const START = "src/start.tsx";
const FRAME = filesOf([START]);
const FIRST_LOAD = [START, "src/features/overview/overview.tsx", "src/i18n/en/reports.ts"];

const promises = [
	{ what: "first load: the overview of a site", promise: 60_400, files: filesOf(FIRST_LOAD) },
	{ what: "the frame alone, for any page", promise: 42_800, files: FRAME },
	...Object.keys(manifest)
		.filter((source) => source.startsWith("src/features/") && manifest[source].isDynamicEntry)
		.map((source) => ({
			what: source,
			promise: 62_000,
			files: [...filesOf([source])].filter((name) => !FRAME.has(name)),
		})),
];

let isOver = false;
for (const { what, promise, files } of promises) {
	const bytes = bytesOf(files);
	isOver ||= bytes > promise;
	const cells = [what.padEnd(42), String(bytes).padStart(9), String(promise).padStart(9)];
	console.log(`${cells.join("")}${bytes > promise ? "  over" : ""}`);
}
if (isOver) {
	console.error(
		"More bytes than promised: save some, or change the promise in scripts/dashboard-size.mjs.",
	);
	process.exitCode = 1;
}
