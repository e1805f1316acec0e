import { startPeriodicJob } from "@footfall/shared/periodic-job";
import { deferred } from "../driver/deferred.ts";
import { kafkaErrorType } from "./connection.ts";

const INTERVAL_MS = 500;
/** The group went on without this member. */
const EXPELLED = ["UNKNOWN_MEMBER_ID", "ILLEGAL_GENERATION", "FENCED_INSTANCE_ID"];

/**
 * Keeps the membership alive while a batch is handled, and finds out when it is lost: `lost` rejects when the batch in hand
 * is no longer ours to commit, and never resolves.
 */
export const startHeartbeats = ({
	heartbeat,
	sessionTimeoutMs,
	graceMs,
}: {
	/** kafkajs' own, which asks the coordinator only when it is time to. */
	heartbeat(): Promise<void>;
	/** How long the coordinator may stay out of reach before it has given the partition to another member. */
	sessionTimeoutMs: number;
	/** How long a batch in hand may keep the group from rebalancing. */
	graceMs: number;
}) => {
	let failingSince: number | undefined;
	const lost = deferred();
	// A batch that ends before anyone waits for this must not leave an unhandled rejection behind.
	lost.promise.catch(() => undefined);

	const beat = async () => {
		await heartbeat();
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
