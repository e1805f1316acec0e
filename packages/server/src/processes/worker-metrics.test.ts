import type { MetricsSnapshot } from "@footfall/gateway/merged-metrics";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type CountingWorker, createWorkerMetrics } from "./worker-metrics.ts";

const metric = (name: string, type: "counter" | "gauge", value: number) => ({
	name,
	type,
	help: name,
	aggregator: "sum",
	values: [{ value, labels: {} }],
});

const snapshotWith = async (events: number) =>
	[
		metric("events", "counter", events),
		metric("connections", "gauge", 1),
	] as unknown as MetricsSnapshot;

const figuresIn = (text: string) =>
	Object.fromEntries(
		text
			.split("\n")
			.filter((line) => line !== "" && !line.startsWith("#"))
			.map((line) => line.split(" ")),
	);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the metrics of several workers", () => {
	it("are added up, including those of workers that have exited", async () => {
		const workers: CountingWorker[] = [1, 2].map((id) => ({
			id,
			requestSnapshot: async (request) => metrics.received(request, await snapshotWith(id)),
		}));
		const metrics = createWorkerMetrics(() => workers);
		expect(figuresIn(await metrics.text())).toEqual({ events: "3", connections: "2" });
		workers.shift();
		metrics.left(1, await snapshotWith(10));
		expect(figuresIn(await metrics.text())).toEqual({ events: "12", connections: "1" });
	});

	it("count no worker twice that exits after its answer", async () => {
		const workers: CountingWorker[] = [
			{
				id: 1,
				requestSnapshot: async (request) => {
					metrics.received(request, await snapshotWith(4));
					metrics.left(1, await snapshotWith(5));
				},
			},
			{ id: 2, requestSnapshot: async () => void vi.advanceTimersByTimeAsync(2_000) },
		];
		const metrics = createWorkerMetrics(() => workers);
		expect(figuresIn(await metrics.text())).toEqual({ events: "5" });
	});

	it("do not wait for a worker that exits without an answer", async () => {
		const metrics = createWorkerMetrics(() => [
			{ id: 1, requestSnapshot: async () => metrics.left(1, await snapshotWith(7)) },
		]);
		expect(figuresIn(await metrics.text())).toEqual({ events: "7" });
	});
});
