import { describe, expect, it } from "vitest";
import { eventLoopBudget } from "./event-loop-budget.ts";

const loop = () => {
	let now = 0;
	let goRound = () => {};
	const turns = eventLoopBudget({
		shareMs: 10,
		clock: () => now,
		nextTurn: () =>
			new Promise((resolve) => {
				goRound = resolve;
			}),
	});
	return {
		turns,
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

describe("the turns of the event loop", () => {
	it("are given up once the share of one is used up, by whoever asks", async () => {
		const { turns, pass, goRound } = loop();
		expect(turns.wait()).toBeUndefined();
		pass(9);
		expect(turns.wait()).toBeUndefined();
		pass(1);
		const [one, other] = [turns.wait(), turns.wait()];
		expect([one, other]).toEqual([expect.any(Promise), expect.any(Promise)]);
		await goRound();
		await Promise.all([one, other]);
		expect(turns.wait()).toBeUndefined();
	});

	it("do not count what others did before the first asked", async () => {
		const { turns, pass, goRound } = loop();
		expect(turns.wait()).toBeUndefined();
		await goRound();
		pass(1_000);
		expect(turns.wait()).toBeUndefined();
	});
});
