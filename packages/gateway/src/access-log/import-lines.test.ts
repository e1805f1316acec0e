import { describe, expect, it } from "vitest";
import type { CompiledSite } from "../site-config/compiled-site.ts";
import { createImportLines } from "./import-lines.ts";

const SITE = {} as CompiledSite;

const countsOf = async (texts: readonly string[]) => {
	const lines = createImportLines({
		producer: { append: async () => {}, close: async () => {} } as never,
		requestOf: () => "other",
		siteOf: () => SITE,
		keptSince: () => Date.UTC(2026, 10, 1),
		malformed: () => {},
	});
	await lines.take(texts.map((text, index) => ({ text, number: index + 1, start: 0, end: 0 })));
	return lines.counts();
};
const NONE = { lines: 0, bots: 0, others: 0, excluded: 0, otherHosts: 0, expired: 0, malformed: 0 };

describe("the lines of a log", () => {
	it("counts lines older than the site's bot retention separately", async () => {
		const line = (day: string) =>
			`203.0.113.5 - - [${day}:09:15:00 +0000] "GET / HTTP/1.1" 200 1 "-" "x"`;
		expect(await countsOf([line("31/Oct/2026"), line("01/Nov/2026")])).toEqual({
			...NONE,
			...{ lines: 2, expired: 1, others: 1 },
		});
	});

	it("reads lines by the most recently declared fields", async () => {
		const texts = [
			"#Version: 1.0",
			"#Fields: date time cs-uri-stem cs(User-Agent)",
			"2026-11-20 09:15:00 / GPTBot",
			"#Fields: date time cs(User-Agent)",
			"2026-11-20 09:15:00 GPTBot",
		];
		expect(await countsOf(texts)).toEqual({ ...NONE, lines: 2, others: 1, malformed: 1 });
	});
});
