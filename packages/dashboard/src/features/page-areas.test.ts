/// <reference types="vite/client" />
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { OTHER_PAGES } from "./other-pages.ts";

const FILES = import.meta.glob<string>(
	["../**/*.{ts,tsx}", "!../**/*.test.*", "!../api/schema.ts"],
	{
		query: "?raw",
		import: "default",
		eager: true,
	},
);
/** The source of each module, by its path below `src`. */
const SOURCES = new Map(
	Object.entries(FILES).map(([path, text]) => [posix.join("features", path), text]),
);
/** They lead to every page, and each page is checked by itself. */
const LISTS = ["features/pages.ts", "features/other-pages.ts"];

/** An import of code, static or dynamic; type imports are excluded. */
const IMPORT = /^(?:import|export)(?! type\b)[^"';]*?\bfrom "(\.[^"]+)";|\bimport\("(\.[^"]+)"\)/gm;
const AREA = /\buseAreaWords\("(\w+)"\)/g;
/** A part that is rarely needed fetches the texts of its own, after the page. */
const FETCHED = /\bloadArea\("(\w+)"/g;
/** The pattern of a page in the lists: its module, and its areas. */
const PAGE = /\(\s*\(\) => import\("([^"]+)"\),([^()]*)\)/g;

const sourceOf = (module: string): string => {
	const source = SOURCES.get(module);
	if (source === undefined) throw new Error(`There is no module ${module}`);
	return source;
};

const importsOf = (module: string): string[] =>
	[...sourceOf(module).matchAll(IMPORT)]
		.map(([, atOnce, onDemand]) => posix.join(posix.dirname(module), atOnce ?? onDemand ?? ""))
		.filter((path) => /\.tsx?$/.test(path) && !LISTS.includes(path));

/** The areas that a module and all its imports use, and do not fetch themselves. */
const areasUsed = (module: string): string[] => {
	// Grows during the iteration.
	const modules = new Set([module]);
	for (const one of modules) for (const imported of importsOf(one)) modules.add(imported);
	const named = (pattern: RegExp) =>
		[...modules].flatMap((one) =>
			[...sourceOf(one).matchAll(pattern)].map(([, area = ""]) => area),
		);
	const fetched = new Set(named(FETCHED));
	return [...new Set(named(AREA))].filter((area) => !fetched.has(area)).sort();
};

/** Each page's module, with the areas that are fetched with it. */
const PAGES = LISTS.flatMap((list) => [...sourceOf(list).matchAll(PAGE)]).map(
	([, path = "", areas = ""]): [module: string, areas: string[]] => [
		posix.join("features", path),
		[...areas.matchAll(/"(\w+)"/g)].map(([, area = ""]) => area).sort(),
	],
);

describe("the texts that are fetched with a page", () => {
	it("are checked for every page", () =>
		expect(PAGES.length).toBe(Object.keys(OTHER_PAGES).length + 1));

	it.each(PAGES)("are those that its modules use, and no others: %s", (module, areas) =>
		expect(areas).toEqual(areasUsed(module)),
	);

	it("are not used by the frame, which is rendered before any page", () =>
		expect(areasUsed("start.tsx")).toEqual([]));
});
