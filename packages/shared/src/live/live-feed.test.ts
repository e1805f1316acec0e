import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { feedLine, feedLinesIn } from "./live-feed.ts";

const read = async (chunks: readonly Buffer[], maxBytes: number) => {
	const lines: unknown[] = [];
	const bytes = async function* () {
		yield* chunks;
	};
	for await (const line of feedLinesIn(bytes(), maxBytes)) lines.push(line);
	return lines;
};

describe("the lines of a live feed", () => {
	it("are the same wherever the input is split", () =>
		fc.assert(
			fc.asyncProperty(
				fc.array(fc.record({ audience: fc.string({ unit: "grapheme" }), text: fc.string() })),
				fc.array(fc.nat({ max: 40 })),
				async (lines, cuts) => {
					const bytes = Buffer.from(lines.map(feedLine).join(""));
					const chunks: Buffer[] = [];
					let from = 0;
					for (const cut of cuts) {
						chunks.push(bytes.subarray(from, from + cut));
						from += cut;
					}
					chunks.push(bytes.subarray(from));
					expect(await read(chunks, 100_000)).toEqual(lines);
				},
			),
		));

	it("are dropped if incomplete", async () =>
		expect(await read([Buffer.from('{"left":[1]}\n{"left":[2]')], 100)).toEqual([{ left: [1] }]));

	it("are refused above the maximum length, however they arrive", async () => {
		const long = Buffer.alloc(60, "x");
		await expect(read([long, long], 100)).rejects.toThrow("larger than 100 bytes");
		await expect(read([Buffer.concat([long, long])], 100)).rejects.toThrow("larger than 100 bytes");
	});

	it("must be JSON", async () =>
		expect(read([Buffer.from("no JSON\n")], 100)).rejects.toThrow(SyntaxError));
});
