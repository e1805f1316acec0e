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
	let stopped = false;
	let timer: NodeJS.Timeout;
	let lose: (error: unknown) => void = () => undefined;
	const lost = new Promise<never>((_resolve, reject) => {
		lose = reject;
	});
	// A batch that ends before anyone waits for this must not leave an unhandled rejection behind.
	lost.catch(() => undefined);

	const beat = async () => {
		try {
			await options.heartbeat();
			failingSince = undefined;
		} catch (error) {
			const type = kafkaErrorType(error);
			failingSince ??= performance.now();
			const allowedMs =
				type === "REBALANCE_IN_PROGRESS" ? options.graceMs : options.sessionTimeoutMs;
			if (EXPELLED.includes(type) || performance.now() - failingSince > allowedMs) {
				lose(error);
				return;
			}
		}
		if (!stopped) timer = setTimeout(() => void beat(), INTERVAL_MS);
	};
	timer = setTimeout(() => void beat(), INTERVAL_MS);

	return {
		lost,
		stop: () => {
			stopped = true;
			clearTimeout(timer);
		},
	};
};
