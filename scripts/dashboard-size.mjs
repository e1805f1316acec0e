import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { brotliBytes } from "./brotli-bytes.mjs";

/** Measures what a browser loads for the dashboard, as built, and fails when it exceeds its budget. */

const dist = new URL("../packages/dashboard/dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));

/** The files that are loaded for some sources: their chunks, their imports, and the styles of all. */
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
 * A file with the hashes in its chunks' names replaced by derived ones: a build's hashes change with every change
 * anywhere, and vary the compressed size by some forty bytes.
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

/** The chunk that draws any page; the entry file of `index.html` is among its imports. */
const START = Object.keys(manifest).find((key) => manifest[key].name === "base");
const FRAME = filesOf([START]);
const FIRST_LOAD = [START, "src/features/overview/overview.tsx", "src/i18n/en/reports.ts"];

const promises = [
	{ what: "first load: the overview of a site", promise: 59_400, files: filesOf(FIRST_LOAD) },
	{ what: "the frame alone, for any page", promise: 39_700, files: FRAME },
	{
		what: "all pictures of rows",
		promise: 12_000,
		files: [...filesOf(["src/layout/picture/picture-drawing.tsx"])].filter(
			(name) => !FRAME.has(name),
		),
	},
	...Object.keys(manifest)
		.filter((source) => source.startsWith("src/features/") && manifest[source].isDynamicEntry)
		.map((source) => ({
			what: source,
			promise: 66_000,
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
