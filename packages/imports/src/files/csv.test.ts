import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCsvSplitter } from "./csv.ts";

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const split = (chunks: readonly string[], delimiter = ",") => {
	const splitter = createCsvSplitter(delimiter);
	return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
};

describe("CSV", () => {
	it("comes out as it was written, however its text is cut", () => {
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

	it("keeps what stands between a quote and the delimiter, and a last line without an end", () => {
		expect(split(['"a"b,c\n"d', "e"])).toEqual([["ab", "c"], ["de"]]);
	});

	it("leaves out empty lines", () => {
		expect(split(["a;b\n\n\r\nc;d"], ";")).toEqual([
			["a", "b"],
			["c", "d"],
		]);
	});

	it("says so when a quote is never closed", () => {
		const splitter = createCsvSplitter();
		expect(() => splitter.push(`"${"x".repeat(5 * 1024 * 1024)}`)).toThrow(
			"A row of the CSV file never ends: a quote is not closed",
		);
	});
});
