import { describe, expect, it } from "vitest";
import { isLarge, jsonTextPieces } from "./json-pieces.ts";

const rows = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ value: `"${index}\\`, missing: undefined }));

describe("an answer in pieces", () => {
	it.each([
		["few rows", { data: rows(3) }],
		["many rows", { data: rows(2001) }],
		["a page of many rows", { data: { data: rows(4321), totalCount: 1 }, gone: undefined }],
		["rows without a name", rows(2500)],
		["nothing", null],
	])("for %s equals the output of JSON.stringify", (_, value) =>
		expect([...jsonTextPieces(value)].join("")).toBe(JSON.stringify(value)),
	);

	it("is one piece unless it is large", () => {
		expect([...jsonTextPieces({ data: rows(2000) })]).toHaveLength(1);
		expect([...jsonTextPieces({ data: rows(2001) })].length).toBeGreaterThan(4);
		expect([isLarge({ data: rows(2000) }), isLarge({ data: rows(2001) })]).toEqual([false, true]);
	});
});
