import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { packTracker } from "@footfall/testing/product/example-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const execute = promisify(execFile);
/** The versions that `npm install` found on the day of the README's figures. */
const PACKAGES = [
	"vite@8.3.8",
	"webpack@5.113.0",
	"next@16.4.6",
	"react@19.3.1",
	"react-dom@19.3.1",
];
/** Hashes and names in a bundle vary a little with their surroundings. */
const TOLERANCE_BYTES = 25;

const CALLS = `init({ siteId: "1", host: "/api", captures: [] });
pageview();
event("signup");`;
const IMPORT = `import { event, init, pageview } from "footfall-tracker";`;
const entries = { with: `${IMPORT}\n${CALLS}`, without: "console.log('app');" };
type Entry = keyof typeof entries;

const VITE = `import { build } from "vite";
await build({ logLevel: "silent", configFile: false, build: { outDir: process.argv[3], rollupOptions: { input: process.argv[2] } } });`;
const WEBPACK = `import webpack from "webpack";
webpack({ mode: "production", entry: process.argv[2], output: { path: process.argv[3] } }, (error, result) => {
	if (error ?? result.hasErrors()) throw error ?? new Error(result.toString());
});`;
const LAYOUT = `export default ({ children }) => <html lang="en"><body>{children}</body></html>;`;
const PAGE = `import { Count } from "./count.jsx";
export default () => <Count />;`;
const component = (entry: Entry) => `"use client";
import { useEffect } from "react";
${entry === "with" ? IMPORT : ""}
export const Count = () => {
	useEffect(() => { ${entry === "with" ? CALLS : entries.without} }, []);
	return null;
};`;

let directory: string;
const inDirectory = (...parameters: string[]) =>
	execute(process.execPath, parameters, {
		cwd: directory,
		// Not the test runner's environment, whose NODE_ENV produces builds that nobody ships.
		env: { PATH: process.env["PATH"], HOME: process.env["HOME"], NEXT_TELEMETRY_DISABLED: "1" },
	});

/** The total bytes of all scripts below a directory, each compressed separately. */
const scriptBytes = async (path: string): Promise<number> => {
	const files = await readdir(join(directory, path), { recursive: true });
	const scripts = files.filter((file) => file.endsWith(".js"));
	const codes = await Promise.all(
		scripts.map((file) => readFile(join(directory, path, file), "utf8")),
	);
	return codes.reduce((sum, code) => sum + brotliCompressSync(code).length, 0);
};

const builds: Record<string, (entry: Entry) => Promise<number>> = {
	"Vite 8": async (entry) => {
		await inDirectory("vite.mjs", join(directory, `${entry}.js`), join(directory, `vite-${entry}`));
		return scriptBytes(`vite-${entry}`);
	},
	"webpack 5": async (entry) => {
		await inDirectory(
			"webpack.mjs",
			join(directory, `${entry}.js`),
			join(directory, `webpack-${entry}`),
		);
		return scriptBytes(`webpack-${entry}`);
	},
	"Next 16": async (entry) => {
		await mkdir(join(directory, entry, "app"), { recursive: true });
		await symlink(join(directory, "node_modules"), join(directory, entry, "node_modules"));
		await writeFile(join(directory, entry, "package.json"), `{ "name": "${entry}" }`);
		await writeFile(join(directory, entry, "app/layout.jsx"), LAYOUT);
		await writeFile(join(directory, entry, "app/page.jsx"), PAGE);
		await writeFile(join(directory, entry, "app/count.jsx"), component(entry));
		await inDirectory("node_modules/next/dist/bin/next", "build", entry);
		return scriptBytes(`${entry}/.next/static`);
	},
};

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "footfall-bundle-sizes-"));
	await writeFile(join(directory, "package.json"), `{ "name": "sizes", "type": "module" }`);
	await writeFile(join(directory, "vite.mjs"), VITE);
	await writeFile(join(directory, "webpack.mjs"), WEBPACK);
	for (const [name, code] of Object.entries(entries))
		await writeFile(join(directory, `${name}.js`), code);
	await execute("npm", ["install", "--no-audit", "--no-fund", await packTracker(), ...PACKAGES], {
		cwd: directory,
	});
});
afterAll(() => rm(directory, { recursive: true }));

describe("init, pageview and event", () => {
	it.each(Object.keys(builds))(
		"add to a bundle of %s the bytes that the tracker's README states",
		async (bundler) => {
			const readme = await readFile(
				new URL("../../packages/tracker/README.md", import.meta.url),
				"utf8",
			);
			const row = readme.split("\n").find((line) => line.includes(`bundled by ${bundler}`));
			const said = Number(row?.split("|")[2]?.replace(",", ""));
			const build = builds[bundler];
			if (build === undefined) throw new Error(`${bundler} is not there`);
			const bytes = (await build("with")) - (await build("without"));
			expect(Math.abs(bytes - said), `${bundler} adds ${bytes} bytes`).toBeLessThan(
				TOLERANCE_BYTES,
			);
		},
	);
});
