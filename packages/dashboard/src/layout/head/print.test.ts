import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const src = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(join(src, path), "utf8");

/** The names that classes have in the built sheets: see vite.config.ts. */
const builtNames = () =>
	readdirSync(src, { recursive: true, encoding: "utf8" })
		.filter((path) => path.endsWith(".module.css"))
		.flatMap((path) =>
			[...read(path).matchAll(/\.([A-Za-z][\w-]*)/g)].map(
				([, name]) => `${basename(path).split(".", 1)[0]}-${name}`,
			),
		);

it("the sheet for paper names only classes that there are", () => {
	const known = new Set(builtNames());
	for (const [, name] of read("style/base.css").matchAll(/\.([a-z]+)/g)) known.add(String(name));
	const named = [...read("layout/head/print.css").matchAll(/\.([a-z][a-z-]*)/g)].map(([, name]) =>
		String(name),
	);
	expect(named.length).toBeGreaterThan(20);
	expect(named.filter((name) => !known.has(name))).toEqual([]);
});
