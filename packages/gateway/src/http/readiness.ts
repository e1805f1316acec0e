import type { Producer } from "@footfall/queue";
import type { StoreDamage } from "@footfall/shared/site";
import { startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import { queueDelay } from "@footfall/shared/waiting/queue-delay";
import type { CompiledConfiguration } from "../site-config/configuration.ts";

/** Including the queue's response time, a fault shows within 5 s. */
const ASK_EVERY_MS = 1_000;

const AWAY = "The backend does not answer: events are collected, but reports are unavailable";

/** Whether events can be judged and stored now, and whether the store is complete. */
export interface Readiness {
	ready: boolean;
	configuration: boolean;
	queue: boolean;
	/** Whether the event store is complete, as last reported by the backend. */
	store: boolean;
	/** Whether what was collected is stored in time. */
	loading: boolean;
	/** Whether the backend answers; without it there are no reports. */
	backend: boolean;
	/**
	 * Why the queue stores nothing, the configuration is missing, what is damaged or what is waiting; "" when all is well.
	 */
	reason: string;
	/** The remedy for a damaged event store; "" for an intact one. */
	advice: string;
	/** Age in ms of the oldest record that no loader has committed. */
	oldestQueuedMs: number;
	/** Whether records wait on this machine's disk because Kafka does not accept them. */
	spilling: boolean;
}

/** Polls the queue's health; successful or failed appends in between count at once. */
export const watchReadiness = ({
	configuration,
	configurationFault,
	producer,
	isClosing,
	storeDamage,
	isBackendReached,
	needsBackend,
}: {
	configuration(): CompiledConfiguration | undefined;
	/** Why the configuration cannot be pulled; "" while it can. */
	configurationFault(): string;
	producer: Pick<Producer, "health">;
	isClosing(): boolean;
	storeDamage(): StoreDamage | undefined;
	isBackendReached(): boolean;
	/**
	 * Whether this gateway is unready when the backend is unavailable, or an event store is damaged or does not accept
	 * what waits in the queue. Where several gateways share them, all would be taken out of service, although each can
	 * collect.
	 */
	needsBackend: boolean;
}) => {
	let reason = "";
	let oldestQueuedMs = 0;
	let spilling = false;

	const askQueue = async () => {
		const health = await producer.health();
		reason = health.reason;
		oldestQueuedMs = health.oldestAgeMs;
		spilling = health.isSpilling;
	};
	const asking = startPeriodicJob(askQueue, {
		pauseMs: ASK_EVERY_MS,
		failed: (error) => {
			reason = String(error);
		},
	});

	return {
		state: (): Readiness => {
			const isConfigured = configuration() !== undefined;
			const damage = storeDamage();
			const delay = queueDelay(oldestQueuedMs);
			const backend = isBackendReached();
			const hasWhatItNeeds = (damage === undefined && delay === "" && backend) || !needsBackend;
			const unconfigured = isConfigured ? "" : configurationFault();
			const away = backend ? "" : configurationFault() || AWAY;
			return {
				ready: isConfigured && reason === "" && hasWhatItNeeds && !isClosing(),
				configuration: isConfigured,
				queue: reason === "",
				store: damage === undefined,
				loading: delay === "",
				backend,
				reason: reason || (needsBackend ? away : unconfigured) || (damage?.reason ?? delay),
				advice: damage?.advice ?? "",
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
		close: asking.close,
	};
};
