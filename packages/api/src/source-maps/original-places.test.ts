import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { invalidCharacterIn, originalPlaces } from "./original-places.ts";

const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const encoded = (value: number): string => {
	let rest = value < 0 ? (-value << 1) | 1 : value << 1;
	let text = "";
	do {
		const digit = rest & 31;
		rest >>>= 5;
		text += CHARACTERS[rest > 0 ? digit | 32 : digit];
	} while (rest > 0);
	return text;
};

/** Columns as steps from the segment before in the line; the rest as steps from the one before in the file. */
const segment = fc.oneof(
	fc.tuple(fc.integer({ min: 0, max: 40 })),
	fc.tuple(
		fc.integer({ min: 0, max: 40 }),
		fc.constantFrom(0, 1, -1),
		fc.integer({ min: -50, max: 90 }),
		fc.integer({ min: -90, max: 90 }),
	),
	fc.tuple(
		fc.integer({ min: 0, max: 40 }),
		fc.constantFrom(0, 1, -1),
		fc.integer({ min: -50, max: 90 }),
		fc.integer({ min: -90, max: 90 }),
		fc.constantFrom(0, 1, 2, -1),
	),
);
const mappingsOf = (lines: readonly (readonly (readonly number[])[])[]) =>
	lines.map((line) => line.map((one) => one.map(encoded).join("")).join(",")).join(";");

describe("reading mappings", () => {
	it("answers what the field's reader answers", () =>
		fc.assert(
			fc.property(
				fc.array(fc.array(segment, { maxLength: 12 }), { maxLength: 6 }),
				fc.array(fc.record({ line: fc.nat({ max: 7 }), column: fc.nat({ max: 200 }) }), {
					maxLength: 8,
				}),
				(lines, places) => {
					const mappings = mappingsOf(lines);
					const names = Array.from({ length: 50 }, (_, number) => `n${number}`);
					const sources = Array.from({ length: 50 }, (_, number) => `s${number}`);
					const map = new TraceMap({ version: 3, names, sources, mappings });
					const expected = places.map(({ line, column }) => {
						const found = originalPositionFor(map, { line: line + 1, column });
						return typeof found.source !== "string" || found.line === null || found.line < 1
							? undefined
							: [found.source, found.line - 1, found.column, found.name ?? null];
					});
					const answers = originalPlaces(mappings, places).map((found) =>
						found === undefined || sources[found.source] === undefined || found.line < 0
							? undefined
							: [sources[found.source], found.line, found.column, names[found.name] ?? null],
					);
					expect(answers).toEqual(expected);
				},
			),
		));

	it("takes a moment for a text of 10 MB, whatever it has", () => {
		for (const text of [";", ",", "A", "g", "AAAA,"]) {
			const start = performance.now();
			originalPlaces(text.repeat(10_000_000 / text.length), [{ line: 1e9, column: 1e9 }]);
			expect(performance.now() - start).toBeLessThan(5000);
		}
	});

	it("finds the first character that does not belong there", () => {
		expect(invalidCharacterIn("AAAA,CAAC;;gB+/")).toBe(-1);
		expect(invalidCharacterIn("AAAA, CAAC")).toBe(5);
		expect(invalidCharacterIn("AAé")).toBe(2);
	});
});
