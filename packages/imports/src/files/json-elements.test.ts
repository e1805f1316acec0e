import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createElementSplitter } from "./json-elements.ts";

describe("a JSON array of objects", () => {
	it("is split into its elements, however its text is cut", () => {
		const elements = fc.array(fc.dictionary(fc.string(), fc.jsonValue()));
		fc.assert(
			fc.property(elements, fc.integer({ min: 1, max: 30 }), fc.boolean(), (all, size, isWide) => {
				const text = JSON.stringify(all, null, isWide ? 2 : 0);
				const splitter = createElementSplitter();
				const found: unknown[] = [];
				for (let at = 0; at < text.length; at += size)
					for (const element of splitter.push(text.slice(at, at + size)))
						found.push(JSON.parse(element));
				expect(found).toEqual(JSON.parse(text));
			}),
		);
	});
});
