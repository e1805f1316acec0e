import type { MetricsSnapshot } from "@footfall/gateway/merged-metrics";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

/** By then a scrape has succeeded or failed. */
const ANSWER_WITHIN_MS = 5_000;

const send = (message: FromWorker) =>
	new Promise<void>((resolve) => {
		if (process.send === undefined || !process.connected) return resolve();
		process.send(message, undefined, undefined, () => resolve());
	});

/** A worker's end of the channel to its parent. */
export const openWorkerChannel = () => {
	const pending = new Map<number, (text: string) => void>();
	let takeSnapshot: (() => Promise<MetricsSnapshot>) | undefined;
	let lastId = 0;

	process.on("message", (message: ToWorker) => {
		if ("answer" in message) pending.get(message.id)?.(message.text);
		else if (message.ask === "metrics" && takeSnapshot !== undefined) {
			const { id } = message;
			void takeSnapshot().then((snapshot) => send({ answer: "metrics", id, snapshot }));
		}
	});

	return {
		/** Includes this worker's metrics in the sum. */
		count: (snapshot: () => Promise<MetricsSnapshot>) => {
			takeSnapshot = snapshot;
		},
		/** The metrics of all workers together. */
		mergedMetrics: () =>
			new Promise<string>((resolve, reject) => {
				const id = ++lastId;
				const overdue = setTimeout(() => {
					pending.delete(id);
					reject(new Error("The workers' metrics did not arrive in time"));
				}, ANSWER_WITHIN_MS);
				pending.set(id, (text) => {
					pending.delete(id);
					clearTimeout(overdue);
					resolve(text);
				});
				void send({ ask: "merged metrics", id });
			}),
		/** Hands the counters over to the parent. */
		leave: async () => {
			const snapshot = takeSnapshot;
			// Must not be counted twice.
			takeSnapshot = undefined;
			if (snapshot !== undefined) await send({ leaves: await snapshot() });
		},
	};
};
