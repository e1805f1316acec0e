/// <reference types="vite/client" />
import { describe, expect, it } from "vitest";
import { words as germanRules } from "./de/rules.ts";
import { de } from "./de.ts";
import { words as englishRules } from "./en/rules.ts";
import { en } from "./en.ts";
import { languageOf, localeOf } from "./languages.ts";

/** Every text, by its path; functions are called with a placeholder for each parameter. */
const textsOf = (words: object, path = ""): [string, string][] =>
	Object.entries(words).flatMap(([name, value]): [string, string][] => {
		const at = `${path}.${name}`;
		if (typeof value === "object") return textsOf(value as object, at);
		return [[at, typeof value === "function" ? String(value("#", "#", "#")) : String(value)]];
	});

const LANGUAGE_FILES = import.meta.glob("./{en,de}/*.ts", { eager: true, import: "words" });

/** The texts of all areas of a language. */
const areasOf = (language: string): object =>
	Object.fromEntries(
		Object.entries(LANGUAGE_FILES)
			.filter(([path]) => path.startsWith(`./${language}/`))
			.map(([path, words]) => [path.slice(`./${language}/`.length, -".ts".length), words]),
	);

describe.each([
	["the frame", en, de],
	["the pages", areasOf("en"), areasOf("de")],
])("the texts of %s", (_, english, german) => {
	it("are complete in German", () =>
		expect(textsOf(german).map(([path]) => path)).toEqual(textsOf(english).map(([path]) => path)));

	it("use their parameters in each language", () => {
		const translated = new Map(textsOf(german));
		for (const [path, text] of textsOf(english))
			if (text.includes("#"))
				expect([path, translated.get(path)]).toEqual([path, expect.stringContaining("#")]);
	});

	it.each([english, german])("are never empty, and contain no exclamation marks", (words) => {
		for (const [path, text] of textsOf(words))
			expect([path, text]).toEqual([path, expect.stringMatching(/^[^!]+$/)]);
	});
});

describe("the preview of rules", () => {
	const texts = (words: typeof englishRules, dropped: string, events: string) => [
		words.previewed(dropped, events),
		words.touched(events),
	];

	it.each([
		["0", "0", "Of the last 0 events, 0 would be dropped.", "0 events touched"],
		["0", "1", "The last event would not be dropped.", "1 event touched"],
		["1", "1", "The last event would be dropped.", "1 event touched"],
		["1", "9", "Of the last 9 events, 1 would be dropped.", "9 events touched"],
	])("says in English how many events would be dropped: %s of %s", (dropped, events, ...expected) =>
		expect(texts(englishRules, dropped, events)).toEqual(expected),
	);

	it.each([
		["0", "1", "Das letzte Ereignis würde nicht verworfen.", "1 Ereignis betroffen"],
		["1", "1", "Das letzte Ereignis würde verworfen.", "1 Ereignis betroffen"],
		["1", "9", "Von den letzten 9 Ereignissen würde 1 verworfen.", "9 Ereignisse betroffen"],
		["2", "9", "Von den letzten 9 Ereignissen würden 2 verworfen.", "9 Ereignisse betroffen"],
	])("says in German how many events would be dropped: %s of %s", (dropped, events, ...expected) =>
		expect(texts(germanRules, dropped, events)).toEqual(expected),
	);
});

describe("the language", () => {
	it.each([
		[null, ["fr-FR", "de-AT", "en"], "de"],
		[null, ["fr"], "en"],
		["de", ["en-GB"], "de"],
		["constructor", ["en-GB"], "en"],
	])("is chosen from %j and the preferred %j", (chosen, preferred, language) =>
		expect(languageOf(chosen, preferred)).toBe(language),
	);

	it("keeps the region that the browser names", () => {
		expect(localeOf("en", ["de-AT", "en-GB"])).toBe("en-GB");
		expect(localeOf("de", ["en-GB"])).toBe("de");
	});
});
