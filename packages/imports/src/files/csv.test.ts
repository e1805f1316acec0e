import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCsvSplitter } from "./csv.ts";

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const split = (chunks: readonly string[], delimiter = ",") => {
	const splitter = createCsvSplitter(delimiter);
	return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
};

describe("CSV", () => {
	it("is parsed to what was written, however its text is split", () => {
		const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", " ", "ß") });
		const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 });
		const ending = fc.constantFrom("\n", "\r\n", "\r");
		fc.assert(
			fc.property(table, ending, fc.array(fc.nat(40)), (rows, end, cuts) => {
				const text = rows.map((cells) => cells.map(quoted).join(",") + end).join("");
				const chunks: string[] = [];
				let at = 0;
				for (const cut of cuts) {
					chunks.push(text.slice(at, at + cut));
					at += cut;
				}
				expect(split([...chunks, text.slice(at)])).toEqual(rows);
			}),
		);
	});

	it("keeps text between a quote and the delimiter, and a last line without a line ending", () => {
		expect(split(['"a"b,c\n"d', "e"])).toEqual([["ab", "c"], ["de"]]);
	});

	it("skips empty lines", () => {
		expect(split(["a;b\n\n\r\nc;d"], ";")).toEqual([
			["a", "b"],
			["c", "d"],
		]);
	});

	it("rejects a quote that is never closed", () => {
		const splitter = createCsvSplitter();
		expect(() => splitter.push(`"${"x".repeat(5 * 1024 * 1024)}`)).toThrow(
			"A row of the CSV file is incomplete: a quote is not closed",
		);
	});
});
