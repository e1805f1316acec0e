import type { Producer } from "@footfall/queue";
import type { Configuration } from "./configuration/configuration.ts";

/** How often the queue is asked; with the time that it may take to answer, its trouble is known within 5 s. */
const ASK_EVERY_MS = 1_000;

/** Whether an event that came now could be judged and stored. */
export interface Readiness {
	ready: boolean;
	configuration: boolean;
	queue: boolean;
	/** Why the queue stores nothing, or why there is no configuration; "" when all is well. */
	reason: string;
	/** Age in ms of the oldest record that no loader has committed. */
	oldestQueuedMs: number;
	/** Whether records wait on this machine's disk because Kafka does not take them. */
	spilling: boolean;
}

export interface ReadinessParts {
	configuration(): Configuration | undefined;
	/** Why the configuration cannot be pulled; "" while it can. */
	configurationFault(): string;
	producer: Pick<Producer, "health">;
	isClosing(): boolean;
}

/** Keeps asking the queue whether it stores; what becomes of events in between is believed at once. */
export const watchReadiness = ({
	configuration,
	configurationFault,
	producer,
	isClosing,
}: ReadinessParts) => {
	let reason = "";
	let oldestQueuedMs = 0;
	let spilling = false;
	let timer: NodeJS.Timeout | undefined;
	let isClosed = false;

	const ask = async () => {
		const health = await producer.health();
		reason = health.reason;
		oldestQueuedMs = health.oldestAgeMs;
		spilling = health.isSpilling;
		if (!isClosed) timer = setTimeout(follow, ASK_EVERY_MS).unref();
	};
	let asking = Promise.resolve();
	const follow = () => {
		asking = ask();
	};
	follow();

	return {
		state: (): Readiness => {
			const isConfigured = configuration() !== undefined;
			return {
				ready: isConfigured && reason === "" && !isClosing(),
				configuration: isConfigured,
				queue: reason === "",
				reason: reason === "" && !isConfigured ? configurationFault() : reason,
				oldestQueuedMs,
				spilling,
			};
		},
		stored: () => {
			reason = "";
		},
		notStored: (why: string) => {
			reason = why;
		},
		close: async () => {
			isClosed = true;
			clearTimeout(timer);
			await asking;
		},
	};
};
export type ReadinessWatch = ReturnType<typeof watchReadiness>;
