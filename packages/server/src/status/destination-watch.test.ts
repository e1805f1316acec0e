import type { DestinationState } from "@footfall/api";
import { metricsText } from "@footfall/gateway/merged-metrics";
import { createMetricRegistry } from "@footfall/gateway/metric-registry";
import { afterEach, describe, expect, it } from "vitest";
import { watchDestinations } from "./destination-watch.ts";

const LAKE: DestinationState = {
	...{ id: 3, name: "Lake", kind: "folder", phase: "running" },
	...{ delivered: 5, filtered: 2, failure: "", failingSince: 0, deliveredAt: 0 },
	...{ lagEvents: 7, lagMs: 1500 },
};
const FAILING: DestinationState = { ...LAKE, phase: "failing", failure: "No space is left" };

let close: () => Promise<void> = async () => {};
afterEach(() => close());

/** A watch that reads these states one after the other. */
const stage = async (...states: readonly (readonly DestinationState[])[]) => {
	const logged: [string, object, string][] = [];
	const log = (level: string) => (fields: object, message: string) =>
		void logged.push([level, fields, message]);
	const watch = watchDestinations({ info: log("info"), warn: log("warn"), error: log("error") });
	const metrics = createMetricRegistry();
	watch.measure(metrics);
	const left = [...states];
	watch.start(async () => {
		const found = left.shift();
		if (found === undefined) throw new Error("The database does not answer");
		return found;
	});
	close = watch.close;
	for (const _ of states.slice(1)) await watch.now();
	const text = await metricsText([await metrics.snapshot()]);
	const lines = text.split("\n").filter((line) => line.includes('{destination="'));
	return { logged, lines, now: watch.now };
};

const LABELS = 'destination="3",kind="folder"';

describe("the metrics of destinations", () => {
	it("name each destination with its kind and phase", async () => {
		const { lines } = await stage([LAKE], [LAKE]);
		expect(lines).toEqual([
			`footfall_destination_lag_events{${LABELS}} 7`,
			`footfall_destination_lag_seconds{${LABELS}} 1.5`,
			`footfall_destination_phase{${LABELS},phase="running"} 1`,
			`footfall_destination_phase{${LABELS},phase="paused"} 0`,
			`footfall_destination_phase{${LABELS},phase="failing"} 0`,
			`footfall_destination_delivered_total{${LABELS}} 5`,
			`footfall_destination_filtered_total{${LABELS}} 2`,
			`footfall_destination_failures_total{${LABELS}} 0`,
		]);
	});

	it("count how often one began to fail, and leave out one that was removed", async () => {
		const failed = await stage([LAKE], [FAILING], [FAILING], [LAKE], [FAILING]);
		expect(failed.lines).toContain(`footfall_destination_failures_total{${LABELS}} 2`);
		expect((await stage([LAKE], [])).lines).toEqual([]);
	});
});

describe("the log of destinations", () => {
	it("has a warning when one begins to fail, a line when it works again, and nothing between", async () => {
		const { logged } = await stage([LAKE], [FAILING], [FAILING], [LAKE]);
		expect(logged).toEqual([
			[
				"warn",
				{ destination: 3, reason: "No space is left" },
				"A destination cannot get events; it is tried again",
			],
			["info", { destination: 3 }, "A destination gets events again"],
		]);
	});

	it("names the reason of a destination that is paused because it wants no events any more", async () => {
		const failure = "events.example answers with 410";
		const { logged, lines } = await stage([LAKE], [{ ...LAKE, phase: "paused", failure }]);
		expect(logged).toEqual([
			[
				"warn",
				{ destination: 3, reason: failure },
				"A destination wants no events any more; it is paused until it is resumed",
			],
		]);
		expect(lines).toContain(`footfall_destination_phase{${LABELS},phase="paused"} 1`);
		expect(lines).toContain(`footfall_destination_failures_total{${LABELS}} 1`);
	});

	it("says nothing of a destination that fails no longer because it is paused", async () => {
		const { logged } = await stage([FAILING], [{ ...LAKE, phase: "paused" }]);
		expect(logged.map(([level]) => level)).toEqual(["warn"]);
	});

	it("has one warning while the states cannot be read", async () => {
		const { logged, now } = await stage([LAKE], [LAKE]);
		await now();
		await now();
		expect(logged).toEqual([
			[
				"warn",
				{ error: "Error: The database does not answer" },
				"The state of the destinations could not be read; retrying",
			],
		]);
	});
});
