import type { MetricsSnapshot } from "@footfall/gateway/merged-metrics";
import type { ReadyMessage } from "./ready-message.ts";

/** From a worker to its parent. The answer repeats `id`. */
export type FromWorker =
	| ReadyMessage
	| { ask: "merged metrics"; id: number }
	| { answer: "metrics"; id: number; snapshot: MetricsSnapshot }
	/** Why it cannot start. */
	| { fault: string }
	/** Last message of a worker that closes. */
	| { leaves: MetricsSnapshot };

export type ToWorker =
	| { ask: "metrics"; id: number }
	| { answer: "merged metrics"; id: number; text: string };
