import { describe, expect, it } from "vitest";
import { createGate, GateBusyError } from "./gate.ts";

const steps = () => {
	const order: string[] = [];
	let finish = () => {};
	const finished = new Promise<void>((resolve) => {
		finish = resolve;
	});
	return {
		order,
		finish: () => finish(),
		/** A pass that lasts until `finish`. */
		slow: (name: string) => async () => {
			order.push(`${name} begins`);
			await finished;
			order.push(`${name} ends`);
		},
		quick: (name: string) => async () => void order.push(name),
	};
};

describe("a gate", () => {
	it("lets many callers pass at a time", async () => {
		const { order, slow, finish } = steps();
		const gate = createGate();
		const both = [gate.pass(slow("one")), gate.pass(slow("other"))];
		expect(order).toEqual(["one begins", "other begins"]);
		finish();
		await Promise.all(both);
	});

	it("is held once current passes have ended, and makes new ones wait", async () => {
		const { order, slow, quick, finish } = steps();
		const gate = createGate();
		const all = [
			gate.pass(slow("first")),
			gate.hold(quick("held"), 1000),
			gate.pass(quick("last")),
		];
		finish();
		await Promise.all(all);
		expect(order).toEqual(["first begins", "first ends", "held", "last"]);
	});

	it("is held by one caller at a time", async () => {
		const { order, slow, quick, finish } = steps();
		const gate = createGate();
		const all = [gate.hold(slow("one"), 1000), gate.hold(quick("other"), 1000)];
		await Promise.resolve();
		finish();
		await Promise.all(all);
		expect(order).toEqual(["one begins", "one ends", "other"]);
	});

	it("gives up on passes that do not end, and opens again", async () => {
		const { order, slow, quick, finish } = steps();
		const gate = createGate();
		const endless = gate.pass(slow("endless"));
		await expect(gate.hold(quick("held"), 1)).rejects.toThrow(GateBusyError);
		await gate.pass(quick("next"));
		expect(order).toEqual(["endless begins", "next"]);
		finish();
		await endless;
	});

	it("opens after a task that fails", async () => {
		const gate = createGate();
		await expect(gate.hold(() => Promise.reject(new Error("odd")), 1000)).rejects.toThrow("odd");
		expect(await gate.pass(async () => "through")).toBe("through");
	});
});
