import { describe, expect, it } from "vitest";
import { createCoalescing } from "./coalesce-queries.ts";

/** Work that starts and ends on command. */
const createWork = () => {
	const tasks: { begin(): void; end(): void; fail(error: Error): void }[] = [];
	const ask = (begin: () => void) =>
		new Promise<number>((resolve, reject) => {
			const number = tasks.length;
			tasks.push({ begin, end: () => resolve(number), fail: reject });
		});
	return { tasks, ask };
};

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("equal queries", () => {
	it("share an answer that is still queued, and never one that has started", async () => {
		const { tasks, ask } = createWork();
		const join = createCoalescing<number>();
		const early = [join("a", ask), join("a", ask), join("b", ask)];
		await settled();
		early.push(join("a", ask));
		tasks[0]?.begin();
		const late = join("a", ask);
		await settled();
		for (const { end } of tasks) end();
		expect(await Promise.all([...early, late])).toEqual([0, 0, 1, 0, 2]);
	});

	it("join those still waiting when earlier work ends", async () => {
		const { tasks, ask } = createWork();
		const join = createCoalescing<number>();
		const first = join("a", ask);
		await settled();
		tasks[0]?.begin();
		const second = join("a", ask);
		await settled();
		tasks[0]?.end();
		await first;
		const third = join("a", ask);
		await settled();
		tasks[1]?.end();
		expect(await Promise.all([second, third])).toEqual([1, 1]);
	});

	it("are rejected together, and run again afterwards", async () => {
		const { tasks, ask } = createWork();
		const join = createCoalescing<number>();
		const refused = [join("a", ask), join("a", ask)];
		await settled();
		tasks[0]?.fail(new Error("too many wait"));
		expect(await Promise.allSettled(refused)).toEqual([
			{ status: "rejected", reason: new Error("too many wait") },
			{ status: "rejected", reason: new Error("too many wait") },
		]);
		const again = join("a", ask);
		await settled();
		tasks[1]?.end();
		expect(await again).toBe(1);
	});
});
