import { describe, expect, it } from "vitest";
import { boundedText, MAX_BYTES, MAX_ROWS } from "./bounded-text.ts";

const rows = (count: number, text = "") =>
	Array.from({ length: count }, (_, nth) => ({ nth, text }));
const parsed = (text: string) => JSON.parse(text) as { note?: string; rows: { nth: number }[] };

describe("an answer to an assistant", () => {
	it("is whole and has no note if it is short", () =>
		expect(parsed(boundedText({ rows: rows(3) }, { rows: "rows" }))).toEqual({ rows: rows(3) }));

	it("is cut to the most rows, and says that a shorter range is needed where there are no pages", () => {
		const { note, rows: shown } = parsed(boundedText({ rows: rows(500) }, { rows: "rows" }));
		expect([shown.length, note]).toEqual([
			MAX_ROWS,
			"Only the first 200 of 500 rows are shown: choose a shorter range, a longer bucket or filters.",
		]);
	});

	it("says at which offset the next rows begin", () => {
		const page = { by: "offset", offset: 100 } as const;
		const content = { rows: rows(100), total: 450 };
		expect(parsed(boundedText(content, { rows: "rows", total: "total", page })).note).toBe(
			"Rows 101 to 200 of 450 are shown. For the next ones, ask again with offset: 200; for fewer, choose a shorter range or filters.",
		);
	});

	it("says nothing about more rows on the last page", () => {
		const page = { by: "page", size: "limit", page: 3, limit: 100 } as const;
		const content = { rows: rows(50), total: 250 };
		expect(
			parsed(boundedText(content, { rows: "rows", total: "total", page })).note,
		).toBeUndefined();
	});

	it.each([
		[100, 1],
		[60, 4],
		[1000, 2],
		[97, 3],
	])("cuts a page of %i rows so that page %i of the named size continues it", (limit, page) => {
		const wide = { rows: rows(limit, "x".repeat(900)), total: 5000 };
		const asked = { by: "page", size: "limit", page, limit } as const;
		const text = boundedText(wide, { rows: "rows", total: "total", page: asked });
		const { note = "", rows: shown } = parsed(text);
		const [, size, next] = /limit: (\d+), page: (\d+)/.exec(note) ?? [];
		expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES);
		expect(shown.length).toBeGreaterThan(0);
		expect((Number(next) - 1) * Number(size)).toBe((page - 1) * limit + shown.length);
	});

	it("shortens long texts, so that one stack trace does not fill it", () => {
		const [row] = parsed(boundedText({ rows: rows(1, "é".repeat(90_000)) }, { rows: "rows" }))
			.rows as unknown as { text: string }[];
		expect(row?.text).toBe(`${"é".repeat(1000)}…`);
	});

	it("is refused if no cut makes it short enough", () =>
		expect(() => boundedText({ lists: rows(9000) }, undefined)).toThrow(
			/^The answer has \d+ kB, and at most 40 fit: choose a shorter range or filters$/,
		));
});
