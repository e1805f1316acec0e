import { describe, expect, it } from "vitest";
import { originalFrames } from "./original-frames.ts";
import { factsOf, readMap } from "./read-map.ts";

const MAP = {
	version: 3,
	sources: ["webpack://shop/./src/cart.ts"],
	sourcesContent: ["one\ntwo\nthree\nfour\nfive\nsix\nseven\neight"],
	names: ["add"],
	mappings: "AAOAA",
};
const textOf = (changed: object) => JSON.stringify({ ...MAP, ...changed });

describe("a source map", () => {
	it.each([
		[
			"not JSON",
			"sourceMappingURL",
			/^is not JSON .*Upload the \.map file as the bundler wrote it/,
		],
		["a list", "[]", /^is not a source map: it must be an object/],
		["of version 2", textOf({ version: 2 }), /^has the version 2, but only version 3 can be read/],
		["without version", textOf({ version: undefined }), /^has the version none/],
		["without sources", textOf({ sources: undefined }), /^has no list "sources"/],
		["without mappings", textOf({ mappings: undefined }), /^has no text "mappings"/],
		[
			"with damaged mappings",
			textOf({ mappings: "AA!A" }),
			/^has damaged "mappings", from character 2/,
		],
		[
			"with sections elsewhere",
			textOf({ sections: [{ offset: { line: 0, column: 0 }, url: "x" }] }),
			/"url", which is not fetched/,
		],
		[
			"with a section nowhere",
			textOf({ sections: [{ map: MAP }] }),
			/section 0 without an "offset"/,
		],
		["with sections that are no list", textOf({ sections: {} }), /at most 10000 "sections"/],
	])("%s is refused with what to change", (_what, text, message) =>
		expect(() => factsOf(readMap(text))).toThrow(message),
	);

	it("says how many sources have their text", () => {
		expect(factsOf(readMap(textOf({})))).toEqual({ sources: 1, withContent: 1 });
		expect(factsOf(readMap(textOf({ sources: ["a", "b"], sourcesContent: [null, "b"] })))).toEqual({
			sources: 2,
			withContent: 1,
		});
		expect(factsOf(readMap(textOf({ sourcesContent: undefined })))).toEqual({
			sources: 1,
			withContent: 0,
		});
	});

	it("may begin with the line that keeps it from being run as a script", () =>
		expect(readMap(`)]}'\n${textOf({})}`)).toHaveLength(1));

	it("leads to the line of the source, with those around it", () =>
		expect(originalFrames(readMap(textOf({})), [{ line: 0, column: 9 }])).toEqual([
			{
				source: "src/cart.ts",
				line: 8,
				column: 1,
				name: "add",
				function: "",
				context: {
					before: ["three", "four", "five", "six", "seven"],
					line: "eight",
					after: [],
				},
			},
		]));

	it("in sections leads there by the section of the place", () => {
		const map = readMap(
			JSON.stringify({
				version: 3,
				sections: [
					{ offset: { line: 0, column: 0 }, map: MAP },
					{ offset: { line: 0, column: 50 }, map: { ...MAP, sources: ["b.ts"], mappings: "AACA" } },
					{ offset: { line: 3, column: 0 }, map: { ...MAP, sources: ["c.ts"], mappings: ";AAEA" } },
				],
			}),
		);
		const places = [
			{ line: 0, column: 49 },
			{ line: 0, column: 60 },
			{ line: 4, column: 0 },
			{ line: 3, column: 0 },
		];
		expect(originalFrames(map, places).map((frame) => frame && [frame.source, frame.line])).toEqual(
			[["src/cart.ts", 8], ["b.ts", 2], ["c.ts", 3], undefined],
		);
	});

	it("shows what it has as plain text: paths out of the folder, markup, and keys of prototypes", () => {
		const hostile = readMap(
			`{"version":3,"__proto__":{"polluted":1},"constructor":1,"sources":["../../../etc/passwd","<script>alert(1)</script>",{"a":1}],"sourcesContent":["<img onerror=x>",5],"names":[{}],"mappings":"AAAAA,CCAA,CCAA,CDQA,CDDA,CAA2B"}`,
		);
		const frames = originalFrames(
			hostile,
			[0, 1, 2, 3, 4, 5].map((column) => ({ line: 0, column })),
		);
		expect(frames.map((frame) => frame && [frame.source, frame.name, frame.context?.line])).toEqual(
			[
				["etc/passwd", null, "<img onerror=x>"],
				["<script>alert(1)</script>", null, undefined],
				undefined,
				["<script>alert(1)</script>", null, undefined],
				expect.anything(),
				expect.anything(),
			],
		);
		expect(({} as { polluted?: number }).polluted).toBeUndefined();
	});

	it("shows a part of a line that is too long, around the place", () => {
		const long = readMap(
			textOf({
				sourcesContent: [`${"a".repeat(10_000)}HERE${"b".repeat(10_000)}`],
				mappings: "AAAgxT",
			}),
		);
		const [frame] = originalFrames(long, [{ line: 0, column: 0 }]);
		expect(frame?.column).toBe(10_001);
		expect(frame?.context?.line).toMatch(/^a{100}HEREb+$/);
		expect(frame?.context?.line).toHaveLength(500);
	});
});
