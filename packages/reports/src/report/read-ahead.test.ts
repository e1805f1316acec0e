import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { readAhead } from "./read-ahead.ts";

describe("pages read ahead", () => {
	it("are read while the previous one is processed, one at a time, and passed on in order", async () => {
		let read = 0;
		const pages = async function* () {
			while (read < 4) yield ++read;
		};
		const passed = [];
		for await (const page of readAhead(pages())) {
			await nextTurn();
			expect(read).toBe(Math.min(page + 1, 4));
			passed.push(page);
		}
		expect(passed).toEqual([1, 2, 3, 4]);
	});

	it("fail after the earlier pages if one cannot be read", async () => {
		const pages = async function* () {
			yield 1;
			throw new Error("broken");
		};
		const ahead = readAhead(pages());
		expect((await ahead.next()).value).toBe(1);
		await nextTurn();
		await expect(ahead.next()).rejects.toThrow("broken");
	});

	it("stop being read once nobody takes them", async () => {
		const left = vi.fn();
		const pages = async function* () {
			try {
				for (let page = 1; ; page++) yield page;
			} finally {
				left();
			}
		};
		for await (const page of readAhead(pages())) if (page === 2) break;
		expect(left).toHaveBeenCalledOnce();
	});
});
