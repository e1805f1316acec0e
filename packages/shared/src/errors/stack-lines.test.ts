import { describe, expect, it } from "vitest";
import { shortFile, stackLines } from "./stack-lines.ts";

const framesOf = (stack: string) => stackLines(stack, "quill.example").map(({ frame }) => frame);

describe("parsing a stack", () => {
	it("finds the message and the calls of Chromium", () =>
		expect(
			framesOf(
				"TypeError: no\n    at save (https://quill.example/sync.js:212:17)\n    at https://cdn.example/lib.js:1:9",
			),
		).toEqual([
			undefined,
			{ name: "save", file: "https://quill.example/sync.js", line: 212, column: 17, isOwn: true },
			{ name: "", file: "https://cdn.example/lib.js", line: 1, column: 9, isOwn: false },
		]));

	it("finds the calls of Firefox and Safari", () =>
		expect(
			framesOf("save@https://app.quill.example/a.js:3:1\n@https://quill.example/b.js:4"),
		).toEqual([
			{ name: "save", file: "https://app.quill.example/a.js", line: 3, column: 1, isOwn: true },
			{ name: "", file: "https://quill.example/b.js", line: 4, column: undefined, isOwn: true },
		]));

	it("distinguishes libraries and extensions from the site's own code", () =>
		expect(
			framesOf(
				"at a (https://quill.example/node_modules/x/i.js:1:1)\nat b (chrome-extension://abc/c.js:1:1)\nat c (/assets/app.js:1:1)",
			).map((frame) => frame?.isOwn),
		).toEqual([false, false, true]));

	it("keeps other text as it is", () => {
		expect(stackLines("", "quill.example")).toEqual([]);
		expect(stackLines("<script>alert(1)</script>\r\n\r\nat", "quill.example")).toEqual([
			{ text: "<script>alert(1)</script>" },
			{ text: "at" },
		]);
	});
});

it("names the site's own files by their path", () => {
	expect(shortFile("https://quill.example/a.js?v=2", "quill.example")).toBe("/a.js?v=2");
	expect(shortFile("https://cdn.example/a.js", "quill.example")).toBe("https://cdn.example/a.js");
	expect(shortFile("not a url", "quill.example")).toBe("not a url");
});
