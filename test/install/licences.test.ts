import { describe, expect, it } from "vitest";

interface Manifest {
	name: string;
	author?: string | { name: string };
}
interface Licences {
	fullTextOf(manifest: Manifest, licence: string, found: string): string;
	noticesOf(folders: readonly string[]): string;
	packagesInProduct(bundled: readonly string[]): string[];
}
interface Standard {
	hasFullText(licence: string, text: string): boolean;
}

const load = async <Module>(name: string) =>
	(await import(new URL(`../../scripts/packages/${name}.mjs`, import.meta.url).href)) as Module;
const { fullTextOf, noticesOf, packagesInProduct } = await load<Licences>("licences");
const { hasFullText } = await load<Standard>("standard-licences");

const ada = { name: "engine", author: "Ada <ada@example.com>" };

describe("the licence of a package that comes without its text", () => {
	it.each([
		["MIT", "Permission is hereby granted, free of charge, to any person"],
		["ISC", "Permission to use, copy, modify, and/or distribute this software"],
	])("%s is written out, with the author that its manifest names", (licence, permission) => {
		for (const found of ["", licence]) {
			const text = fullTextOf(ada, licence, found);
			expect(text).toContain("Copyright (c) Ada <ada@example.com>\n");
			expect(text).toContain(permission);
			expect(text).toContain('THE SOFTWARE IS PROVIDED "AS IS"');
			expect(hasFullText(licence, text)).toBe(true);
		}
		expect(fullTextOf({ name: "engine", author: { name: "Ada" } }, licence, "")).toContain(
			"Copyright (c) Ada\n",
		);
	});

	it.each([
		["nobody is named", { name: "engine" }, "MIT"],
		["it is not one of the short standard ones", ada, "Apache-2.0"],
		["nobody knows it", ada, "Custom-1.0"],
	])("stops the packaging where %s", (_where, manifest, licence) =>
		expect(() => fullTextOf(manifest, licence, licence)).toThrow(
			`engine has no full text of its licence (${licence})`,
		),
	);
});

describe("the licence of a package that comes with its text", () => {
	it("is taken as it is", () => {
		const own = fullTextOf({ name: "x", author: "Somebody else" }, "MIT", "");
		expect(fullTextOf(ada, "(MIT OR CC0-1.0)", own)).toBe(own);
	});

	it("is not taken for whole when its end is missing", () => {
		const whole = fullTextOf(ada, "MIT", "");
		expect(hasFullText("MIT", whole.slice(0, -30))).toBe(false);
		expect(hasFullText("(MIT AND ISC)", whole)).toBe(false);
	});

	it("is completed by its address where that is enough", () =>
		expect(fullTextOf({ name: "places" }, "SEE LICENSE IN X (CC-BY-4.0)", "Free to use.")).toBe(
			"Free to use.\n\nhttps://creativecommons.org/licenses/by/4.0/legalcode",
		));
});

it("The notices have the whole licence of everything in dashboard, tracker and manual", () => {
	const folders = packagesInProduct([]);
	const sections = noticesOf(folders).split(/^## (?=\S+ \S+ \()/m);
	expect(sections.length).toBeGreaterThan(10);
	const lacking = sections
		.slice(1)
		.filter((section) => !hasFullText(/\((.*)\)$/m.exec(section)?.[1] ?? "", section));
	expect(lacking).toEqual([]);
});
