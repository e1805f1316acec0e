import { describe, expect, it } from "vitest";
import { createEventLoopBudget } from "./event-loop-budget.ts";

const createLoop = () => {
	let now = 0;
	let goRound = () => {};
	const wait = createEventLoopBudget(
		10,
		() => now,
		() =>
			new Promise((resolve) => {
				goRound = resolve;
			}),
	);
	return {
		budget: { wait },
		pass: (ms: number) => {
			now += ms;
		},
		goRound: async () => {
			goRound();
			await Promise.resolve();
			await Promise.resolve();
		},
	};
};

describe("the budget of an event loop turn", () => {
	it("is spent for every caller once the share is used up", async () => {
		const { budget, pass, goRound } = createLoop();
		expect(budget.wait()).toBeUndefined();
		pass(9);
		expect(budget.wait()).toBeUndefined();
		pass(1);
		const [one, other] = [budget.wait(), budget.wait()];
		expect([one, other]).toEqual([expect.any(Promise), expect.any(Promise)]);
		await goRound();
		await Promise.all([one, other]);
		expect(budget.wait()).toBeUndefined();
	});

	it("does not count time before the first call", async () => {
		const { budget, pass, goRound } = createLoop();
		expect(budget.wait()).toBeUndefined();
		await goRound();
		pass(1_000);
		expect(budget.wait()).toBeUndefined();
	});
});
