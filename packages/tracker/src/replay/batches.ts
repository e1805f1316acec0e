import type { ReplayBatch } from "./delivery.ts";

/** A batch is sent at this size, so that the events waiting when the page is left can outlive it. */
const MAX_CHARACTERS = 35_000;
const MIN_INTERVAL_MS = 1000;

/** When batches are sent, and their common fields. */
export interface BatchParts {
	readonly maxEvents: number;
	readonly intervalMs: number;
	/** The head of a batch, see `ReplayBatch`. */
	head(): string;
	leaves(batch: ReplayBatch): void;
}

/** Collects events. */
export interface Batches {
	/** Adds an event as JSON. An urgent event, such as a snapshot, sends the batch at once. */
	add(json: string, timestamp: number, isUrgent: boolean): void;
	/** Drops unsent events from this time on. */
	forgetSince(timestamp: number): void;
	/** Sends the batch as it is. */
	close(): void;
}

export const createBatches = ({ maxEvents, intervalMs, head, leaves }: BatchParts): Batches => {
	let gathered: { json: string; timestamp: number }[] = [];
	let timer: ReturnType<typeof setTimeout> | undefined;
	let isDue = false;

	const close = () => {
		clearTimeout(timer);
		timer = undefined;
		isDue = false;
		const events = gathered.map(({ json }) => json);
		gathered = [];
		if (events.length > 0) leaves({ head: head(), events });
	};

	return {
		add: (json, timestamp, isUrgent) => {
			gathered.push({ json, timestamp });
			const characters = gathered.reduce((sum, event) => sum + event.json.length, 0);
			if (isUrgent || gathered.length >= maxEvents || characters >= MAX_CHARACTERS) {
				if (isDue) return;
				isDue = true;
				clearTimeout(timer);
				// In its own task, because the recorder runs within the page's.
				timer = setTimeout(close);
			} else timer ??= setTimeout(close, Math.max(intervalMs, MIN_INTERVAL_MS));
		},
		forgetSince: (since) => {
			gathered = gathered.filter(({ timestamp }) => timestamp < since);
		},
		close,
	};
};
