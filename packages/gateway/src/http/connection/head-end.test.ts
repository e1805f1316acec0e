import { describe, expect, it } from "vitest";
import { headEndIn, lastBytesOf } from "./head-end.ts";

const heads = [
	"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
	"GET / HTTP/1.1\nHost: x\n\n",
	"\r\n\r\n",
	"\n\n",
];

describe("the end of a request head", () => {
	it.each(heads)("is found wherever the input is split in two: %j", (head) => {
		for (let cut = 0; cut < head.length; cut++) {
			const before = Buffer.from(head.slice(0, cut));
			const rest = Buffer.from(`${head.slice(cut)}GET /next HTTP/1.1\r\n\r\n`);
			if (headEndIn(lastBytesOf(Buffer.alloc(0)), before) !== -1) continue;
			expect(headEndIn(lastBytesOf(before), rest)).toBe(head.length - cut);
		}
	});

	it.each(["", "x", "\r\n", "a: b\r\nc: d\r\n", "\n\r", "\r\r"])("is not found in %j", (text) =>
		expect(headEndIn(lastBytesOf(Buffer.alloc(0)), Buffer.from(text))).toBe(-1),
	);
});
