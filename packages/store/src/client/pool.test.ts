import { afterEach, describe, expect, it, vi } from "vitest";
import type { Requester } from "./fair-queue.ts";
import { createPool, type Pool, type WaitOptions } from "./pool.ts";
import { StoreBusyError } from "./store-error.ts";

/** `tenant/caller/part`. */
const requester = (path: string): Requester => {
	const [tenant = "", caller = "", part = ""] = path.split("/");
	return { tenant, caller, part };
};

/** Tasks that end on command, in the order in which they started. */
const createTasks = (pool: Pool<unknown>) => {
	const begun: string[] = [];
	const ends: (() => void)[] = [];
	const run = (path: string, options: WaitOptions = {}) =>
		pool.run(
			() => {
				begun.push(path);
				return new Promise<string>((resolve) => ends.push(() => resolve(path)));
			},
			{ requester: requester(path), ...options },
		);
	const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
	return {
		begun,
		run,
		settled,
		/** Ends them one by one until none is left. */
		endAll: async () => {
			for (let end = ends.shift(); end; end = ends.shift()) {
				end();
				await settled();
			}
		},
	};
};

const refusalOf = (task: Promise<unknown>) => task.then(() => "done").catch((error) => error);

afterEach(() => {
	vi.useRealTimers();
});

describe("tasks waiting for a connection", () => {
	it("take turns: tenants, their callers, and the parts of a caller's work", async () => {
		const tasks = createTasks(createPool(["one"], { maxWaiting: 100 }));
		const waiting = [
			"first/running/0",
			...Array(4).fill("loud/visitors/1.1.1.1"),
			...Array(2).fill("loud/visitors/2.2.2.2"),
			"loud/owner/site",
			"quiet/key/site",
		].map((path) => tasks.run(path));
		await tasks.settled();
		await tasks.endAll();
		await Promise.all(waiting);
		expect(tasks.begun).toEqual([
			"first/running/0",
			"loud/visitors/1.1.1.1",
			"quiet/key/site",
			"loud/owner/site",
			"loud/visitors/2.2.2.2",
			"loud/visitors/1.1.1.1",
			"loud/visitors/2.2.2.2",
			"loud/visitors/1.1.1.1",
			"loud/visitors/1.1.1.1",
		]);
	});

	it("find a connection that no single caller may take", async () => {
		const tasks = createTasks(createPool(["one", "two"], { maxWaiting: 100, maxPerCaller: 1 }));
		const waiting = [1, 2, 3].map((number) => tasks.run(`site/visitors/${number}`));
		await tasks.settled();
		expect(tasks.begun).toEqual(["site/visitors/1"]);
		waiting.push(tasks.run("site/owner/site"));
		await tasks.settled();
		expect(tasks.begun).toEqual(["site/visitors/1", "site/owner/site"]);
		await tasks.endAll();
		expect(await Promise.all(waiting)).toHaveLength(4);
	});

	it("are rejected from the end of the longest queue when too many wait", async () => {
		const tasks = createTasks(createPool(["one"], { maxWaiting: 4 }));
		const running = tasks.run("a/a/a");
		const loud = [1, 2, 3].map(() => tasks.run("loud/visitors/x"));
		const others = ["quiet", "other", "third"].map((name) => tasks.run(`${name}/key/x`));
		const refusals = await Promise.all(loud.slice(1).map(refusalOf));
		expect(refusals.map((refusal) => refusal instanceof StoreBusyError)).toEqual([true, true]);
		await tasks.endAll();
		expect(await Promise.all([running, loud[0], ...others])).toHaveLength(5);
	});

	it("are removed when their requester is gone, and never run", async () => {
		const tasks = createTasks(createPool(["one"], { maxWaiting: 100 }));
		const running = tasks.run("a/a/a");
		const gone = new AbortController();
		const left = refusalOf(tasks.run("b/b/b", { signal: gone.signal }));
		await tasks.settled();
		gone.abort("gone");
		expect(await left).toBe("gone");
		expect(await refusalOf(tasks.run("b/b/b", { signal: gone.signal }))).toBe("gone");
		await tasks.endAll();
		await running;
		expect(tasks.begun).toEqual(["a/a/a"]);
	});

	it("run to completion once they have started", async () => {
		const tasks = createTasks(createPool(["one"], { maxWaiting: 100 }));
		const gone = new AbortController();
		const running = tasks.run("a/a/a", { signal: gone.signal, maxWaitMs: 1 });
		await tasks.settled();
		gone.abort("gone");
		await tasks.endAll();
		expect(await running).toBe("a/a/a");
	});

	it("are rejected after the maximum wait", async () => {
		vi.useFakeTimers();
		const pool = createPool(["one"], { maxWaiting: 100 });
		let end: () => void = () => undefined;
		const running = pool.run(() => new Promise<void>((resolve) => (end = resolve)));
		const late = refusalOf(pool.run(async () => "late", { maxWaitMs: 1000 }));
		const patient = pool.run(async () => "patient");
		await vi.advanceTimersByTimeAsync(1000);
		expect(await late).toBeInstanceOf(StoreBusyError);
		end();
		await running;
		expect(await patient).toBe("patient");
		expect(vi.getTimerCount()).toBe(0);
	});
});
