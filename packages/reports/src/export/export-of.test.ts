import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Report } from "../report/report.ts";
import type { Row } from "./columns.ts";
import { exportOf } from "./export-of.ts";
import type { FileAnswer } from "./file-answer.ts";

const things: Report = {
	path: "/things",
	summary: "Things",
	description: "Of all kinds.",
	tag: "Sessions",
	scope: "sessions:read",
	areas: ["sessions"],
	extra: {},
	response: z.object({ data: z.array(z.object({ name: z.string() })) }),
	answer: async () => ({ data: [] }),
};

/**
 * The pieces of a file with these pages, where an error among the pages is thrown; and the number
 * of pages requested so far.
 */
const exported = async (...pages: (Row[] | Error)[]) => {
	let asked = 0;
	const file = (await exportOf(things, {
		owned: [],
		pages: async function* () {
			for (const page of pages) {
				asked++;
				if (page instanceof Error) throw page;
				yield page;
			}
		},
	}).answer({
		given: {},
		query: { period: { from: undefined, to: undefined, timeZone: "UTC" }, filters: [] },
		site: { domain: "example.com" },
		now: 0,
	} as never)) as FileAnswer;
	return { pieces: file.pieces[Symbol.asyncIterator](), asked: () => asked };
};

describe("the pages of an export", () => {
	it("are requested one ahead, and no further", async () => {
		const { pieces, asked } = await exported([{ name: "a" }], [{ name: "b" }], [{ name: "c" }]);
		await pieces.next();
		expect(await pieces.next()).toEqual({ done: false, value: "a\r\n" });
		expect(asked()).toBe(2);
		expect(await pieces.next()).toEqual({ done: false, value: "b\r\n" });
		expect(asked()).toBe(3);
		expect(await pieces.next()).toEqual({ done: false, value: "c\r\n" });
		expect(await pieces.next()).toEqual({ done: true, value: undefined });
	});

	it("fail after the pages that arrived", async () => {
		const { pieces } = await exported([{ name: "a" }], new Error("The store is away"));
		await pieces.next();
		expect(await pieces.next()).toEqual({ done: false, value: "a\r\n" });
		await expect(pieces.next()).rejects.toThrow("The store is away");
	});

	it("may fail silently once nobody reads the file", async () => {
		const { pieces, asked } = await exported([{ name: "a" }], new Error("The store is away"));
		await pieces.next();
		await pieces.next();
		await pieces.return?.();
		expect(asked()).toBe(2);
	});
});
