import { countsOf, type MetricsSnapshot, metricsText } from "@footfall/gateway/merged-metrics";

/** A worker whose metrics are part of the sum. */
export interface CountingWorker {
	id: number;
	/** Requests its metrics; the answer carries the same `request`. */
	requestSnapshot(request: number): void;
}

/** A slower worker is left out of one scrape rather than delay it. */
const ANSWER_WITHIN_MS = 2_000;

interface PendingRequest {
	worker: number;
	settle(snapshot: MetricsSnapshot | undefined): void;
}

/** Adds up the metrics of the workers, including those that have exited. */
export const createWorkerMetrics = (workers: () => readonly CountingWorker[]) => {
	const pending = new Map<number, PendingRequest>();
	const gone = new Set<number>();
	let departed: MetricsSnapshot = [];
	let departing = Promise.resolve();
	let lastRequest = 0;

	const snapshotOf = (worker: CountingWorker) =>
		new Promise<MetricsSnapshot | undefined>((resolve) => {
			const request = ++lastRequest;
			const settle = (snapshot: MetricsSnapshot | undefined) => {
				pending.delete(request);
				clearTimeout(overdue);
				resolve(snapshot);
			};
			const overdue = setTimeout(settle, ANSWER_WITHIN_MS, undefined);
			pending.set(request, { worker: worker.id, settle });
			worker.requestSnapshot(request);
		});

	return {
		received: (request: number, snapshot: MetricsSnapshot) =>
			pending.get(request)?.settle(snapshot),
		/** Keeps the counters of a worker that has exited. */
		left: (worker: number, snapshot: MetricsSnapshot) => {
			gone.add(worker);
			for (const request of pending.values())
				if (request.worker === worker) request.settle(undefined);
			departing = departing.then(async () => {
				departed = await countsOf([departed, snapshot]);
			});
		},
		text: async (): Promise<string> => {
			const current = workers();
			const snapshots = await Promise.all(current.map(snapshotOf));
			await departing;
			// A worker that exited after its answer is among the departed by now.
			const present = snapshots.filter((_, index) => !gone.has(current[index]?.id ?? 0));
			return metricsText([departed, ...present.filter((snapshot) => snapshot !== undefined)]);
		},
	};
};
