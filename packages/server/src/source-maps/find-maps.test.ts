import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { testDirectory } from "@footfall/testing/test-directory";
import { expect, it } from "vitest";
import { findMaps } from "./find-maps.ts";

const directoryWith = (files: Record<string, string>) => {
	const directory = testDirectory();
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(directory, name)), { recursive: true });
		writeFileSync(join(directory, name), text);
	}
	return directory;
};

it("finds the maps that files name, and those beside files that name none", () => {
	const named = "a();\n//# sourceMappingURL=maps/a%20b.js.map?x#y\n";
	const directory = directoryWith({
		"assets/a b.js": named,
		"assets/maps/a b.js.map": "{}",
		"hidden.mjs": "b()",
		"hidden.mjs.map": "{ }",
		"old.cjs": "c();\n/*# sourceMappingURL=old.cjs.map */",
		"old.cjs.map": "{}",
		"plain.js": 'const text = "sourceMappingURL=nothing of this file";',
		"node_modules/x/x.js": "//# sourceMappingURL=x.js.map",
		"style.css": "//# sourceMappingURL=x.map",
	});
	expect(findMaps(directory)).toEqual({
		maps: [
			{
				file: "assets/a b.js",
				hash: createHash("sha256").update(named).digest("hex"),
				mapPath: join(directory, "assets/maps/a b.js.map"),
				mapBytes: 2,
			},
			expect.objectContaining({ file: "hidden.mjs", mapBytes: 3 }),
			expect.objectContaining({ file: "old.cjs" }),
		],
		leftOut: [],
	});
});

it("says why it leaves files out", () => {
	const directory = directoryWith({
		"a.js": "a()",
		"a.js.map": "{}",
		"cdn.js": "//# sourceMappingURL=https://cdn.example/cdn.js.map",
		"gone.js": "//# sourceMappingURL=gone.js.map",
		"out.js": "//# sourceMappingURL=../out.js.map",
	});
	writeFileSync(join(dirname(directory), "out.js.map"), "{}");
	expect(findMaps(directory).leftOut).toEqual([
		"cdn.js: its map is elsewhere: https://cdn.example/cdn.js.map",
		"gone.js: its map gone.js.map is missing",
		"out.js: its map ../out.js.map is outside of the directory",
	]);
});

it("refuses maps inside of files with what to change", () => {
	const directory = directoryWith({
		"a.js": `//# sourceMappingURL=data:application/json;base64,${"e30=".repeat(100_000)}`,
	});
	expect(() => findMaps(directory)).toThrow(
		/every visitor gets your sources:\n {2}a\.js\nLet the bundler write them as files of their own: build\.sourcemap: "hidden" in Vite/,
	);
});

it("refuses a directory without maps, and one that does not exist", () => {
	expect(() => findMaps(directoryWith({ "a.js": "a()" }))).toThrow(
		/no JavaScript file with a source map/,
	);
	expect(() => findMaps("/nowhere/at/all")).toThrow(
		"/nowhere/at/all: the file or directory does not exist",
	);
});
