import { startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import { createDeferred } from "../driver/deferred.ts";
import { kafkaErrorType } from "./connection.ts";

const INTERVAL_MS = 500;
/** The group has rebalanced without this member. */
const EXPELLED = ["UNKNOWN_MEMBER_ID", "ILLEGAL_GENERATION", "FENCED_INSTANCE_ID"];

/**
 * Keeps the membership alive while a batch is handled, and detects its loss: `lost` rejects when the batch must no
 * longer be committed, and never resolves.
 */
export const startHeartbeats = ({
	heartbeat,
	sessionTimeoutMs,
	graceMs,
	confirmed,
}: {
	/** kafkajs' heartbeat, which contacts the coordinator only when due. */
	heartbeat(): Promise<void>;
	/** After this long without contact, the coordinator gives the partition to another member. */
	sessionTimeoutMs: number;
	/** How long a batch in progress may delay a rebalance. */
	graceMs: number;
	/** Called after each heartbeat, with the time of its request. */
	confirmed(askedAt: number): void;
}) => {
	let failingSince: number | undefined;
	const lost = createDeferred();
	// Avoids an unhandled rejection if the batch ends before anyone awaits this.
	lost.promise.catch(() => undefined);

	const beat = async () => {
		const askedAt = performance.now();
		await heartbeat();
		confirmed(askedAt);
		failingSince = undefined;
	};
	const beats = startPeriodicJob(beat, {
		pauseMs: INTERVAL_MS,
		immediately: false,
		failed: (error) => {
			const type = kafkaErrorType(error);
			failingSince ??= performance.now();
			const allowedMs = type === "REBALANCE_IN_PROGRESS" ? graceMs : sessionTimeoutMs;
			if (!EXPELLED.includes(type) && performance.now() - failingSince <= allowedMs) return;
			lost.reject(error);
			void beats.close();
		},
	});

	return { lost: lost.promise, stop: () => void beats.close() };
};
