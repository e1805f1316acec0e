import { describe, expect, it } from "vitest";
import { entityTagOf, isKnown } from "./entity-tag.ts";

describe("an entity tag", () => {
	const tag = entityTagOf('{"data":1}');
	it("depends on the content only", () => {
		expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
		expect(entityTagOf('{"data":1}')).toBe(tag);
		expect(entityTagOf('{"data":2}')).not.toBe(tag);
	});
	it.each([
		[tag, true],
		[tag.slice(2), true],
		[`"other", ${tag}`, true],
		["*", true],
		['W/"other"', false],
		["", false],
		[undefined, false],
	])("matches the If-None-Match header %s: %s", (sent, known) =>
		expect(isKnown(tag, sent)).toBe(known),
	);
});
