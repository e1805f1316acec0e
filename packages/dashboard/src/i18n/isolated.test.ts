import { describe, expect, it } from "vitest";
import { isolated, isolating } from "./isolated.ts";

const OVERRIDE = "\u202eno";

describe("a text from outside in a sentence", () => {
	it.each(["Emma", "価格", "🤡", "", "1,204"])("is unchanged if it cannot reorder it: %s", (text) =>
		expect(isolated(text)).toBe(text),
	);

	it.each(["עברית", "عربي", OVERRIDE, "\u200fx", "\u{1e900}"])(
		"is isolated otherwise: %j",
		(text) => expect(isolated(text)).toBe(`\u2068${text}\u2069`),
	);

	it("cannot end its isolate", () =>
		expect(isolated(`a\u2069\u2069${OVERRIDE}`)).toBe(`\u2068a${OVERRIDE}\u2069`));

	it("cannot leave one of its own open", () =>
		expect(isolated("\u2066\u2067a\u2069")).toBe("\u2068\u2066\u2067a\u2069\u2069\u2069"));

	it("keeps the isolates of its parts", () => {
		const whole = `Page is ${isolated(OVERRIDE)}`;
		expect(isolated(whole)).toBe(`\u2068${whole}\u2069`);
	});

	it("cannot begin a paragraph", () =>
		expect(isolated("a\u2029\u202eb")).toBe("\u2068a \u202eb\u2069"));

	it("is isolated by each text that takes names", () => {
		const texts = isolating({
			plain: "on",
			names: ["on"],
			group: { of: (name: string, count: number) => `${name} is on, ${count}` },
		});
		expect(texts.group.of("Emma", 2)).toBe("Emma is on, 2");
		expect(texts.group.of(OVERRIDE, 2)).toBe(`\u2068${OVERRIDE}\u2069 is on, 2`);
		expect([texts.plain, texts.names]).toEqual(["on", ["on"]]);
	});
});
