import type { MetricsSnapshot } from "@footfall/gateway/merged-metrics";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

/** A scrape is over by then, one way or the other. */
const ANSWER_WITHIN_MS = 5_000;

const tell = (message: FromWorker) =>
	new Promise<void>((resolve) => {
		if (process.send === undefined || !process.connected) return resolve();
		process.send(message, undefined, undefined, () => resolve());
	});

/** A worker's side of the conversation with the process that started it. */
export const inWorker = () => {
	const waiting = new Map<number, (text: string) => void>();
	let snapshot: (() => Promise<MetricsSnapshot>) | undefined;
	let lastId = 0;

	process.on("message", (message: ToWorker) => {
		if ("answer" in message) waiting.get(message.id)?.(message.text);
		else if (message.ask === "metrics" && snapshot !== undefined) {
			const { id } = message;
			void snapshot().then((own) => tell({ answer: "metrics", id, snapshot: own }));
		}
	});

	return {
		/** From now on this worker's metrics are part of the sum. */
		count: (own: () => Promise<MetricsSnapshot>) => {
			snapshot = own;
		},
		/** The text of all workers together. */
		mergedMetrics: () =>
			new Promise<string>((resolve, reject) => {
				const id = ++lastId;
				const overdue = setTimeout(() => {
					waiting.delete(id);
					reject(new Error("The workers' metrics did not come in time"));
				}, ANSWER_WITHIN_MS);
				waiting.set(id, (text) => {
					waiting.delete(id);
					clearTimeout(overdue);
					resolve(text);
				});
				void tell({ ask: "merged metrics", id });
			}),
		/** Leaves what was counted to the others. */
		leave: async () => {
			const own = snapshot;
			// Not to be counted twice.
			snapshot = undefined;
			if (own !== undefined) await tell({ leaves: await own() });
		},
	};
};
