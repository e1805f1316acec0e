import { describe, expect, it } from "vitest";
import { asTheyEnd } from "./as-they-end.ts";

/** Tasks that end on demand, and the order in which they were started. */
const controlled = (names: readonly string[]) => {
	const started: string[] = [];
	const end = new Map<string, () => void>();
	const fail = new Map<string, (error: Error) => void>();
	const tasks = names.map(
		(name) => () =>
			new Promise<string>((resolve, reject) => {
				started.push(name);
				end.set(name, () => resolve(name));
				fail.set(name, reject);
			}),
	);
	return { tasks, started, end, fail };
};

describe("tasks", () => {
	it("run a few at a time, and yield results as they end", async () => {
		const { tasks, started, end } = controlled(["a", "b", "c", "d"]);
		const results = asTheyEnd(tasks, 2);
		const first = results.next();
		expect(started).toEqual(["a", "b"]);
		end.get("b")?.();
		expect(await first).toEqual({ done: false, value: "b" });
		expect(started).toEqual(["a", "b", "c"]);
		for (const name of ["a", "c"]) end.get(name)?.();
		expect([(await results.next()).value, (await results.next()).value].sort()).toEqual(["a", "c"]);
		end.get("d")?.();
		expect([await results.next(), await results.next()]).toEqual([
			{ done: false, value: "d" },
			{ done: true, value: undefined },
		]);
	});

	it("are no longer started after one has failed, or when nobody reads", async () => {
		const failing = controlled(["a", "b", "c"]);
		const results = asTheyEnd(failing.tasks, 2);
		const first = results.next();
		failing.fail.get("a")?.(new Error("broken"));
		await expect(first).rejects.toThrow("broken");
		failing.fail.get("b")?.(new Error("unheard"));
		expect(await results.next()).toEqual({ done: true, value: undefined });
		expect(failing.started).toEqual(["a", "b"]);

		const unread = controlled(["a", "b", "c"]);
		const read = asTheyEnd(unread.tasks, 1);
		const one = read.next();
		unread.end.get("a")?.();
		await one;
		await read.return(undefined);
		expect(unread.started).toEqual(["a", "b"]);
	});
});
