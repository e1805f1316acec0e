import { compressed, sendBatch } from "./send-batch.ts";

/** Part of the 64 KiB of all requests that outlive the page; the rest is for events. */
const MAX_OUTLIVING_BYTES = 40_000;
/** The maximum that waits for a server that does not respond. */
const MAX_WAITING_CHARACTERS = 8_000_000;
/** Pauses between retries grow up to about a minute. */
const MAX_DOUBLINGS = 6;

/** Events that are sent together, each as JSON. */
export interface ReplayBatch {
	/** Their common fields: a JSON object without its closing brace. */
	readonly head: string;
	readonly events: readonly string[];
}

/** Called with the outcome of deliveries. */
export interface DeliveryListener {
	/** The server has given a final answer. */
	taken(characters: number): void;
	/** The server does not want recordings of this page. */
	unwanted(): void;
	/** Too much waited and was dropped: recording can continue only from the next snapshot. */
	overflowed(): void;
}

/** Sends batches to the server in order, and retries until it answers. */
export interface Delivery {
	push(batch: ReplayBatch): void;
	/** Sends all waiting batches at once, because the page may end; those beyond the limit are sent if it continues. */
	leave(): void;
	/** Sends nothing more; if dropped, the outcome of requests in flight is not reported either. */
	end(isDropped?: boolean): void;
}

interface Waiting extends ReplayBatch {
	stage: "waits" | "compresses" | "travels";
	/** The server may already have it, and recognises it as long as it is unchanged. */
	wasTried?: boolean;
}

const textOf = ({ head, events }: ReplayBatch) => `${head},"events":[${events.join()}]}`;
const bytesOf = (text: string) => new TextEncoder().encode(text).length;
const charactersOf = ({ events }: ReplayBatch) =>
	events.reduce((sum, { length }) => sum + length, 0);

/** Splits a batch into the first events that fit into `bytes`, and the rest. */
const split = ({ head, events }: ReplayBatch, bytes: number): [Waiting, Waiting] => {
	let room = bytes - bytesOf(`${head},"events":[]}`);
	const over = events.findIndex((event) => {
		room -= bytesOf(event) + 1;
		return room < 0;
	});
	const count = over < 0 ? events.length : over;
	return [
		{ head, events: events.slice(0, count), stage: "waits" },
		{ head, events: events.slice(count), stage: "waits" },
	];
};

export const createDelivery = (url: string, listener: DeliveryListener): Delivery => {
	let waiting: Waiting[] = [];
	let outlivingBytes = 0;
	let failures = 0;
	let isOver = false;
	let isDropped = false;
	let retry: ReturnType<typeof setTimeout> | undefined;

	const post = async (batch: Waiting, body: Blob | string, bytes: number) => {
		batch.stage = "travels";
		batch.wasTried = true;
		const outlives = outlivingBytes + bytes <= MAX_OUTLIVING_BYTES;
		if (outlives) outlivingBytes += bytes;
		const { pauseMs, isUnwanted } = await sendBatch(url, body, outlives);
		if (outlives) outlivingBytes -= bytes;
		if (isDropped) return;
		if (pauseMs) {
			batch.stage = "waits";
			const backoffMs = 1000 * 2 ** Math.min(failures++, MAX_DOUBLINGS);
			clearTimeout(retry);
			if (!isOver) retry = setTimeout(tryAgain, Math.max(pauseMs, backoffMs));
			return;
		}
		failures = 0;
		waiting = waiting.filter((other) => other !== batch);
		listener.taken(charactersOf(batch));
		if (isUnwanted) listener.unwanted();
		next();
	};

	/** One after the other, because a snapshot must arrive before its changes. */
	const next = () => {
		const [batch] = waiting;
		if (isOver || retry || !batch || waiting.some(({ stage }) => stage !== "waits")) return;
		batch.stage = "compresses";
		const text = textOf(batch);
		compressed(text)
			.catch(() => new Blob([text], { type: "text/plain" }))
			.then((body) => {
				// Otherwise `leave` has sent it meanwhile, or sending has stopped.
				if (batch.stage === "compresses" && !isOver) return post(batch, body, body.size);
			});
	};

	const tryAgain = () => {
		retry = undefined;
		next();
	};

	return {
		push: (batch) => {
			waiting.push({ ...batch, stage: "waits" });
			const characters = waiting.reduce((sum, other) => sum + charactersOf(other), 0);
			if (characters > MAX_WAITING_CHARACTERS && waiting.length > 1) {
				waiting = [];
				listener.overflowed();
			} else next();
		},
		leave: () => {
			// Uncompressed, because the page may end before compression does.
			for (const batch of waiting.filter(({ stage }) => stage !== "travels")) {
				const room = batch.wasTried ? Infinity : MAX_OUTLIVING_BYTES - outlivingBytes;
				const [now, later] = split(batch, room);
				const parts = [now, later].filter(({ events }) => events.length > 0);
				batch.stage = "travels";
				waiting.splice(waiting.indexOf(batch), 1, ...parts);
				if (now.events.length > 0) {
					const text = textOf(now);
					post(now, text, bytesOf(text));
				}
			}
			next();
		},
		end: (isForgotten = false) => {
			isOver = true;
			isDropped = isForgotten;
			clearTimeout(retry);
			retry = undefined;
		},
	};
};
