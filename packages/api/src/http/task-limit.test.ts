import { ApiError } from "@footfall/shared/api-error";
import { expect, it } from "vitest";
import { createTaskLimit } from "./task-limit.ts";

it("runs a limited number of tasks at once, queues a limited number and refuses the rest", async () => {
	const gate = createTaskLimit({
		atOnce: 2,
		maxWaiting: 3,
		busy: () => new ApiError("UNAVAILABLE", "Too many tasks", { retryAfter: 2 }),
	});
	const finish: (() => void)[] = [];
	let running = 0;
	let most = 0;
	const task = async () => {
		running += 1;
		most = Math.max(most, running);
		await new Promise<void>((resolve) => finish.push(resolve));
		running -= 1;
		return "done";
	};
	const made = Array.from({ length: 5 }, () => gate(task));
	await expect(gate(task)).rejects.toMatchObject({ status: 503, fields: { retryAfter: 2 } });
	const all = Promise.all(made);
	while (running > 0) {
		finish.shift()?.();
		await new Promise((resolve) => setImmediate(resolve));
	}
	expect([await all, most]).toEqual([Array.from({ length: 5 }, () => "done"), 2]);
	const failing = gate(async () => {
		throw new Error("no");
	});
	await expect(failing).rejects.toThrow("no");
	expect(await gate(async () => "free")).toBe("free");
});
