import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createJsonWalk, type JsonVisitor } from "./json-walk.ts";

const NOBODY: JsonVisitor = { maxDepth: -1, key: () => {}, value: () => {} };

const isTaken = (text: string | Buffer, step = Number.POSITIVE_INFINITY): boolean => {
	const bytes = Buffer.from(text);
	try {
		const walk = createJsonWalk(bytes, NOBODY);
		for (let until = step; walk.advance(until); until += step);
		return true;
	} catch {
		return false;
	}
};

const isParsed = (text: string): boolean => {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
};

/** Texts that are nearly JSON: a valid one with a few characters changed. */
const nearlyJson = fc
	.tuple(
		fc.json(),
		fc.array(
			fc.tuple(fc.nat(), fc.constantFrom(...'{}[],:"\\ -+.eE0123456789truefalsn\u0001\u00e9')),
			{
				maxLength: 4,
			},
		),
	)
	.map(([text, changes]) =>
		changes.reduce((changed, [place, character]) => {
			const at = place % (changed.length + 1);
			return changed.slice(0, at) + character + changed.slice(at + 1);
		}, text),
	);

describe("walking through JSON", () => {
	it("accepts exactly what the parser accepts, in steps of any length", () =>
		fc.assert(
			fc.property(nearlyJson, fc.integer({ min: 1, max: 50 }), (text, step) => {
				expect(isTaken(text, step)).toBe(isParsed(text));
			}),
			{ numRuns: 3000 },
		));

	it.each([
		"",
		" ",
		"{",
		'"',
		'"\\u12"',
		'"\\x"',
		'"\n"',
		"01",
		"-",
		"1.",
		"1e",
		".5",
		"nul",
		"[1,]",
		'{"a"}',
		'{"a":1,}',
		"1 2",
		"[}",
		"\u00a01",
	])("refuses %j", (text) => expect([isTaken(text), isParsed(text)]).toEqual([false, false]));

	it("refuses JSON that nests deeper than any page", () =>
		expect([isTaken("[".repeat(4096) + "]".repeat(4096)), isTaken("[".repeat(4097))]).toEqual([
			true,
			false,
		]));

	it("locates the outer keys and values", () => {
		const bytes = Buffer.from('{"a": [1, {"b": "é"}], "c": null}');
		const told: (string | number)[][] = [];
		const tell = (what: string) => (depth: number, start: number, end: number) =>
			told.push([what, depth, bytes.toString("utf8", start, end)]);
		createJsonWalk(bytes, { maxDepth: 2, key: tell("key"), value: tell("value") }).advance(1000);
		expect(told).toEqual([
			["key", 1, '"a"'],
			["value", 2, "1"],
			["value", 2, '{"b": "é"}'],
			["value", 1, '[1, {"b": "é"}]'],
			["key", 1, '"c"'],
			["value", 1, "null"],
			["value", 0, bytes.toString()],
		]);
	});
});
