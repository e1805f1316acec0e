import { startPeriodicJob } from "@footfall/shared/periodic-job";
import { kafkaErrorType } from "./connection.ts";

const INTERVAL_MS = 500;
/** The group went on without this member. */
const EXPELLED = ["UNKNOWN_MEMBER_ID", "ILLEGAL_GENERATION", "FENCED_INSTANCE_ID"];

export interface HeartbeatOptions {
	/** kafkajs' own, which asks the coordinator only when it is time to. */
	heartbeat(): Promise<void>;
	/** How long the coordinator may stay out of reach before it has given the partition to another member. */
	sessionTimeoutMs: number;
	/** How long a batch in hand may keep the group from rebalancing. */
	graceMs: number;
}

/** Keeps the membership alive while a batch is handled, and finds out when it is lost. */
export interface Heartbeats {
	/** Rejects when the batch in hand is no longer ours to commit; never resolves. */
	lost: Promise<never>;
	stop(): void;
}

export const startHeartbeats = (options: HeartbeatOptions): Heartbeats => {
	let failingSince: number | undefined;
	let lose: (error: unknown) => void = () => undefined;
	const lost = new Promise<never>((_resolve, reject) => {
		lose = reject;
	});
	// A batch that ends before anyone waits for this must not leave an unhandled rejection behind.
	lost.catch(() => undefined);

	const beat = async () => {
		await options.heartbeat();
		failingSince = undefined;
	};
	const beats = startPeriodicJob(beat, {
		pauseMs: INTERVAL_MS,
		immediately: false,
		failed: (error) => {
			const type = kafkaErrorType(error);
			failingSince ??= performance.now();
			const allowedMs =
				type === "REBALANCE_IN_PROGRESS" ? options.graceMs : options.sessionTimeoutMs;
			if (!EXPELLED.includes(type) && performance.now() - failingSince <= allowedMs) return;
			lose(error);
			void beats.close();
		},
	});

	return { lost, stop: () => void beats.close() };
};
