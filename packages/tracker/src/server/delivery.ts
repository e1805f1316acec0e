import { MAX_EVENTS_PER_BATCH } from "@footfall/shared/limits";
import type { ApiMessage, Report } from "./delivery-error.ts";
import { type Counts, createMessageQueue, type Path } from "./message-queue.ts";
import { send } from "./send.ts";

/** How long to wait for the server: until the first of both. */
export interface FlushOptions {
	/** Default: 10,000 ms. */
	timeoutMs?: number;
	signal?: AbortSignal | undefined;
}

/** When requests are sent, and how much may wait. */
export interface DeliverySettings {
	/** Sends as soon as so many events wait. Default: 100, at most 500. */
	flushAt: number;
	/** Sends what waits after this time. Default: 1000 ms. */
	flushIntervalMs: number;
	/** How many events may wait, in at most 64 MB; the oldest are dropped first. Default: 10,000. */
	maxQueueSize: number;
	/** How long a request may take. Default: 10,000 ms. */
	requestTimeoutMs: number;
	/** The pause before the first retry; it doubles up to 30 s. Default: 1000 ms. */
	retryMs: number;
}

/** Sends messages in their order, one request at a time. */
export interface Delivery {
	/** Takes the message that is made; never throws. */
	add(path: Path, make: () => ApiMessage): void;
	/** Sends what has been added, and resolves once all of it is settled, or when the time is up. Never rejects. */
	flush(options?: FlushOptions): Promise<Counts>;
	/** Like `flush`, for the last time: what is left is dropped, as are messages from now on. */
	close(options?: FlushOptions): Promise<Counts>;
}

const MAX_RETRY_MS = 30_000;
const FLUSH_TIMEOUT_MS = 10_000;
const TOO_LARGE = 413;

/** A timer that does not keep the process alive; some runtimes have numbers as timers. */
const startTimer = (call: () => void, ms: number) => {
	const timer = setTimeout(call, ms);
	(timer as { unref?: () => void }).unref?.();
	return timer;
};

/** Waits until it is done, which each change may cause; gives up with the time or the signal. */
const waitUntil = async (
	isDone: () => boolean,
	onChange: (call: () => void) => void,
	{ timeoutMs = FLUSH_TIMEOUT_MS, signal }: FlushOptions,
): Promise<void> => {
	const late = new AbortController();
	const giveUp = () => late.abort();
	// Keeps the process alive, unlike the other timers: somebody waits.
	const deadline = setTimeout(giveUp, timeoutMs);
	if (signal?.aborted) giveUp();
	signal?.addEventListener("abort", giveUp);
	while (!late.signal.aborted && !isDone())
		await new Promise<void>((resolve) => {
			onChange(resolve);
			late.signal.onabort = () => resolve();
		});
	clearTimeout(deadline);
	signal?.removeEventListener("abort", giveUp);
};

/** @param host base address of `/track`, without a trailing slash */
export const createDelivery = (
	host: string,
	apiKey: string,
	{ flushAt, flushIntervalMs, maxQueueSize, requestTimeoutMs, retryMs }: DeliverySettings,
	report: Report,
): Delivery => {
	const queue = createMessageQueue(maxQueueSize, report);
	/** Messages up to this number do not wait for more. */
	let dueNumber = 0;
	let batchSize = MAX_EVENTS_PER_BATCH;
	let failures = 0;
	let running: Promise<void> | undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;
	/** Ends the current request or pause. */
	let interrupt = () => {};
	let isEnded = false;
	/** Called after the next request. */
	const settled: (() => void)[] = [];

	const announce = () => {
		for (const listener of settled.splice(0)) listener();
	};

	/** Sends a request; resolves with the pause before the next one, in ms. */
	const sendNext = async (): Promise<number> => {
		const request = queue.nextRequest(batchSize);
		if (request === undefined) return 0;
		const { path, body, count } = request;
		const limit = new AbortController();
		interrupt = () => limit.abort();
		const timeout = startTimer(
			() => limit.abort(new Error(`no answer within ${requestTimeoutMs} ms`)),
			requestTimeoutMs,
		);
		const { status, results, retryAfterMs } = await send(
			`${host}/${path}`,
			apiKey,
			body,
			count,
			limit.signal,
		);
		clearTimeout(timeout);
		if (status === TOO_LARGE && count > 1) {
			batchSize = Math.ceil(count / 2);
			queue.settleRequest(results.map((result) => ({ ...result, kind: "retry" })));
			return 0;
		}
		const retried = queue.settleRequest(results);
		batchSize = Math.min(2 * batchSize, MAX_EVENTS_PER_BATCH);
		// A request that stored something is the end of an outage.
		if (retried < count) failures = 0;
		if (retried === 0 || isEnded) return 0;
		failures++;
		if (failures === 1)
			report("retrying", results.find(({ kind }) => kind === "retry")?.reason ?? "");
		const longest = Math.min(retryMs * 2 ** (failures - 1), MAX_RETRY_MS);
		// At random, so that many servers do not return at the same moment after an outage.
		return Math.max(retryAfterMs, longest * (0.5 + Math.random() / 2));
	};

	const pause = (ms: number) =>
		new Promise<void>((resolve) => {
			const end = startTimer(resolve, ms);
			interrupt = () => {
				clearTimeout(end);
				resolve();
			};
		});

	const isDue = () => !isEnded && (queue.firstNumber() <= dueNumber || queue.hasBatch(flushAt));

	const sendAllDue = async () => {
		while (isDue()) {
			const pauseMs = await sendNext();
			announce();
			if (pauseMs > 0 && !isEnded) await pause(pauseMs);
		}
		running = undefined;
		startInterval();
	};

	const stopInterval = () => {
		clearTimeout(timer);
		timer = undefined;
	};

	const start = () => {
		if (running !== undefined || !isDue()) return;
		stopInterval();
		running = sendAllDue();
	};

	const sendAll = () => {
		stopInterval();
		dueNumber = queue.lastNumber();
		start();
	};

	const startInterval = () => {
		if (timer === undefined && running === undefined && queue.hasBatch(1) && !isEnded)
			timer = startTimer(sendAll, flushIntervalMs);
	};

	const flush: Delivery["flush"] = async (options = {}) => {
		sendAll();
		const goal = dueNumber;
		const isSettled = () => queue.firstNumber() > goal;
		await waitUntil(isSettled, (call) => settled.push(call), options);
		return queue.counts();
	};

	return {
		add: (path, make) => {
			queue.add(path, make);
			start();
			startInterval();
		},
		flush,
		close: async (options) => {
			queue.close();
			await flush(options);
			isEnded = true;
			interrupt();
			await running;
			stopInterval();
			queue.dropAll("the client was closed before the server had answered");
			announce();
			return queue.counts();
		},
	};
};
