import { builtTracker } from "@footfall/testing/browser/built-tracker";
import { stubOfManual } from "@footfall/testing/browser/stub-of-manual";
import { parse } from "acorn";
import { describe, expect, it } from "vitest";

/** The manual promises support for browsers from 2020 on. */
const ECMASCRIPT = 2020;

/** Syntax newer than that, as `name:line:column: what is wrong`; empty if there is none. */
const newerThan2020 = (name: string, code: string, sourceType: "module" | "script") => {
	try {
		parse(code, { ecmaVersion: ECMASCRIPT, sourceType });
		return [];
	} catch (fault) {
		const { message, loc, pos } = fault as SyntaxError & {
			loc: { line: number; column: number };
			pos: number;
		};
		const excerpt = code.slice(pos, pos + 40);
		return [`${name}:${loc.line}:${loc.column}: ${message} before ${excerpt}`];
	}
};

describe(`ECMAScript ${ECMASCRIPT}`, () => {
	const files = builtTracker();
	/** Tags run these as classic scripts; everything else is imported. */
	const isClassic = (name: string) => /^script\b/.test(name);

	it("is enough for every file of the tracker that browsers load", async () => {
		const built = [...(await files)];
		expect(built.filter(([name]) => isClassic(name)).length).toBeGreaterThan(6);
		expect(built.map(([name]) => name)).toEqual(
			expect.arrayContaining(["rare.js", "vitals.js", "replay.js", "index.js"]),
		);
		const newer = built.flatMap(([name, code]) =>
			newerThan2020(name, code, isClassic(name) ? "script" : "module"),
		);
		expect(newer).toEqual([]);
	});

	it("is enough for the manual's stub", async () => {
		expect(newerThan2020("stub", await stubOfManual(), "script")).toEqual([]);
	});

	it("is checked: newer syntax is detected", () => {
		expect(newerThan2020("old", "a?.b ?? import('c')", "script")).toEqual([]);
		expect(newerThan2020("new", "const a = 1;\na ||= 2;", "script")).toEqual([
			"new:2:4: Unexpected token (2:4) before = 2;",
		]);
	});
});
