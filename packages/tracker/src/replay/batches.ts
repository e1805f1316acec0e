import type { ReplayBatch } from "./delivery.ts";

/** A batch leaves when it is so large, so that what waits when the page is left is no more than can outlive it. */
const MAX_CHARACTERS = 35_000;
const MIN_INTERVAL_MS = 1000;

/** When batches leave, and what is said of them. */
export interface BatchParts {
	readonly maxEvents: number;
	readonly intervalMs: number;
	/** The head of a batch that leaves, see `ReplayBatch`. */
	head(): string;
	leaves(batch: ReplayBatch): void;
}

/** Gathers events. */
export interface Batches {
	/** Adds an event as JSON. With one that the others need, as a snapshot, the batch leaves at once. */
	add(json: string, timestamp: number, isUrgent: boolean): void;
	/** Forgets what has not left yet and is as young as that. */
	forgetSince(timestamp: number): void;
	/** Lets the batch leave as it is. */
	close(): void;
}

export const batches = ({ maxEvents, intervalMs, head, leaves }: BatchParts): Batches => {
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
				// In a task of its own: the recorder is at work within the page's.
				timer = setTimeout(close);
			} else timer ??= setTimeout(close, Math.max(intervalMs, MIN_INTERVAL_MS));
		},
		forgetSince: (since) => {
			gathered = gathered.filter(({ timestamp }) => timestamp < since);
		},
		close,
	};
};
