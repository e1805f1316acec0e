import { describe, expect, it } from "vitest";
import type { Column, Row } from "./columns.ts";
import { csvPieces } from "./csv.ts";

const columns: Column[] = [
	{ name: "text", kind: "text", isOptional: false },
	{ name: "number", kind: "number", isOptional: false },
	{ name: "list", kind: "json", isOptional: false },
];
const pagesOf = async function* (...pages: Row[][]) {
	yield* pages;
};
const csvOf = async (...pages: Row[][]) => {
	const pieces: string[] = [];
	for await (const piece of csvPieces(columns, pagesOf(...pages))) pieces.push(piece);
	return pieces.join("");
};
const cell = async (text: unknown) => (await csvOf([{ text }])).split("\r\n").slice(1).join("\r\n");

describe("a table as CSV", () => {
	it("has a header and a line for each row of every page", async () =>
		expect(
			await csvOf(
				[{ text: "a", number: 1.5, list: ["x", "y"] }],
				[],
				[{ text: "b", number: null, list: [] }],
			),
		).toBe('text,number,list\r\na,1.5,"[""x"",""y""]"\r\nb,,[]\r\n'));

	it("is only a header if there are no rows", async () =>
		expect(await csvOf()).toBe("text,number,list\r\n"));

	it.each([
		['a "quoted" word', '"a ""quoted"" word"'],
		["a,b", '"a,b"'],
		["two\nlines", '"two\nlines"'],
		[" edges ", '" edges "'],
		["é😀", "é😀"],
	])("quotes %j", async (text, written) => expect(await cell(text)).toBe(`${written},,\r\n`));

	it.each(["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", " =1", "＝1", '=HYPERLINK("x")', "\r=1"])(
		"keeps %j from becoming a formula",
		async (text) => expect((await cell(text)).replace(/^"/, "")).toMatch(/^'/),
	);

	it.each(["-5", "+10.25", "a=b", "2026-11-20"])("leaves %j as it is", async (text) =>
		expect(await cell(text)).toBe(`${text},,\r\n`),
	);

	it("keeps a negative number a number", async () =>
		expect(await csvOf([{ text: "", number: -122.4194, list: null }])).toBe(
			"text,number,list\r\n,-122.4194,\r\n",
		));
});
