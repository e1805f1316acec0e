import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { createJointLines } from "./joint-lines.ts";

/** Lines that are produced one at a time, on demand. */
const openSource = () => {
	const made: (string | Error | undefined)[] = [];
	let wake = () => {};
	const give = async (line?: string | Error) => {
		made.push(line);
		wake();
		await nextTurn();
	};
	const source = { signal: undefined as AbortSignal | undefined };
	const lines = async function* (signal: AbortSignal) {
		source.signal = signal;
		for (;;) {
			while (made.length === 0)
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
			const line = made.shift();
			if (line === undefined) return;
			if (line instanceof Error) throw line;
			yield line;
		}
	};
	return { give, lines, source };
};

const open = () => {
	const { give, lines, source } = openSource();
	const make = vi.fn(lines);
	const ended = vi.fn();
	const joint = createJointLines(make, ended);
	const read = (signal = new AbortController().signal) => {
		const passed: string[] = [];
		const all = (async () => {
			for await (const line of joint.read(signal)) passed.push(line);
		})();
		all.catch(() => {});
		return { passed, all };
	};
	return { give, make, ended, joint, read, source };
};

describe("shared lines", () => {
	it("reach all readers as they are produced, and late readers from the first one on", async () => {
		const { give, make, ended, joint, read } = open();
		const early = read();
		await give("one");
		expect(early.passed).toEqual(["one"]);
		expect(joint.count()).toBe(1);
		const late = read();
		await give("two");
		expect(late.passed).toEqual(["one", "two"]);
		await give();
		await Promise.all([early.all, late.all]);
		expect(early.passed).toEqual(["one", "two"]);
		expect(make).toHaveBeenCalledOnce();
		expect(ended).toHaveBeenCalledExactlyOnceWith(["one", "two"]);
		const afterwards = read();
		await afterwards.all;
		expect(afterwards.passed).toEqual(["one", "two"]);
	});

	it("are produced to the end while one reader is left, and no further", async () => {
		const { give, ended, read, source } = open();
		const [first, second] = [new AbortController(), new AbortController()];
		const reads = [read(first.signal), read(second.signal)];
		await give("one");
		first.abort(new Error("gone"));
		await expect(reads[0]?.all).rejects.toThrow("gone");
		expect(source.signal?.aborted).toBe(false);
		await give("two");
		expect(reads[1]?.passed).toEqual(["one", "two"]);
		second.abort(new Error("gone, too"));
		await expect(reads[1]?.all).rejects.toThrow("gone, too");
		expect(source.signal?.reason).toEqual(new Error("gone, too"));
		expect(ended).toHaveBeenCalledExactlyOnceWith();
		await give();
		expect(ended).toHaveBeenCalledExactlyOnceWith();
	});

	it("stop when their reader stops, as when it is cut off", async () => {
		const { give, joint, source } = open();
		const { signal } = new AbortController();
		const stopping = (async () => {
			for await (const _ of joint.read(signal)) break;
		})();
		await give("one");
		await stopping;
		expect(source.signal?.aborted).toBe(true);
	});

	it("fail for all readers when production fails, after the lines before", async () => {
		const { give, ended, read } = open();
		const reads = [read(), read()];
		await give("one");
		await give(new Error("broken"));
		for (const { all, passed } of reads) {
			await expect(all).rejects.toThrow("broken");
			expect(passed).toEqual(["one"]);
		}
		expect(ended).toHaveBeenCalledExactlyOnceWith();
	});

	it("are produced to the end without readers, for late ones", async () => {
		const { give, ended } = open();
		await give("one");
		await give();
		expect(ended).toHaveBeenCalledExactlyOnceWith(["one"]);
	});
});
