import type { Committed } from "@footfall/queue";
import type {
	Destination,
	DestinationProgress,
	DestinationRegistry,
} from "@footfall/shared/destinations/destination";
import type { Logger } from "@footfall/shared/logger";
import { pause } from "@footfall/shared/waiting/pause";
import { retry } from "@footfall/shared/waiting/retry";
import type { EventStore } from "@footfall/store";
import { type KeptProgress, keepProgress } from "./keep-progress.ts";
import { type Position, positionOf } from "./position.ts";
import { columnsOf } from "./rows/columns.ts";
import { type Span, storedPartitions, storedRows, waitingRows } from "./rows/stored-rows.ts";
import { type Target, TargetError } from "./targets/target.ts";

export interface RunningOptions {
	registry: Pick<DestinationRegistry, "save" | "pause">;
	store: Pick<EventStore, "query" | "catchUp">;
	/** How far the loader is in each partition. */
	committed(): Committed[] | Promise<Committed[]>;
	logger: Logger;
	clock: () => number;
	/** How often it looks for more. */
	pollMs: number;
	/** Pause after a failure; it doubles up to five minutes. */
	retryMs: number;
}

/** A destination that a process runs. */
export interface RunningDestination {
	progress(): DestinationProgress;
	/** Resolves once nothing is delivered any more. */
	close(): Promise<void>;
	/** Whether it has ended by itself: another process has the destination, or its target wants no events any more. */
	hasEnded(): boolean;
}

interface PausingOptions extends Pick<RunningOptions, "logger" | "retryMs"> {
	id: number;
	/** Aborted when this process ends. */
	signal: AbortSignal;
}

const LONGEST_PAUSE_MS = 300_000;

/** Where a new destination begins. */
const firstPosition = async (
	{ start }: Destination,
	{ store, committed }: Pick<RunningOptions, "store" | "committed">,
): Promise<Position> => {
	const open = new Map((await committed()).map(({ partition, next }) => [partition, next]));
	if (start === "now") return { next: Object.fromEntries(open) };
	// Later rows of a partition that the loader does not read come from imports.
	const stored = [...(await storedPartitions(store))].filter(([partition]) => !open.has(partition));
	return { next: Object.fromEntries([...stored, ...open].map(([partition]) => [partition, 0])) };
};

/** Resolves once it is written down that a target wants no events any more; nothing is sent while it cannot be. */
const pauseUntilResumed = async (
	{ message: failure }: TargetError,
	kept: KeptProgress,
	{ id, logger, retryMs, signal }: PausingOptions,
): Promise<void> => {
	logger.warn({ destination: id, failure }, "A destination wants no events any more; pausing it");
	await retry(() => kept.pause(failure), {
		...{ pauseMs: retryMs, longestPauseMs: LONGEST_PAUSE_MS, signal },
	}).catch(() => {
		// This process ends: the next one asks the target once more.
	});
};

/**
 * Delivers what the loader has stored, partition by partition, in the order of the log. Rows that are committed do not
 * change their place any more, so a position in the log says what was delivered, and rows equal the store's: without
 * repetitions, and with their sessions.
 */
export const runDestination = (
	destination: Destination,
	target: Target,
	known: DestinationProgress,
	options: RunningOptions,
): RunningDestination => {
	const { id, filter } = destination;
	const { registry, store, committed, logger, clock, pollMs, retryMs } = options;
	const columns = columnsOf(destination.columns);
	const closing = new AbortController();
	const kept = keepProgress(destination, known, { registry, clock, lost: () => closing.abort() });
	const { progress, save, saveAt } = kept;
	/** Ends of partitions that the loader does not read. */
	let finished: ReadonlyMap<string, number> | undefined;

	/** What is still to be delivered of each partition. */
	const spansOf = async (position: Position): Promise<Span[]> => {
		const open = await committed();
		const spans = open.map(({ partition, next }) => ({
			...{ partition, from: position.next[partition] ?? 0, to: next },
		}));
		const names = new Set(open.map(({ partition }) => partition));
		for (const [partition, from] of Object.entries(position.next)) {
			if (names.has(partition)) continue;
			finished ??= await storedPartitions(store);
			spans.push({ partition, from, to: finished.get(partition) ?? 0 });
		}
		const waiting = spans.filter(({ from, to }) => from < to);
		if (waiting.length > 0) await store.catchUp?.(["events", "bots"]);
		return waiting;
	};

	/** Writes down a delivery, makes it, and writes down that it is done. */
	const deliver = async (position: Position, span: Span, more: number): Promise<void> => {
		const found = await storedRows(store, columns, filter, span, target.maxRows);
		const last = found.at(-1);
		const to =
			found.length < target.maxRows || last === undefined ? span.to : last.source_offset + 1;
		const begun = { ...span, to };
		await saveAt({ ...position, begun });
		if (closing.signal.aborted) return;
		const rows = found.map(({ source_offset: _, ...row }) => row);
		if (rows.length > 0) await target.deliver({ ...span, rows });
		const { all } = await waitingRows(store, filter, begun);
		const lagEvents = Math.max(0, more - rows.length);
		await saveAt(
			{ next: { ...position.next, [span.partition]: to } },
			{
				...{ delivered: progress.delivered + rows.length, deliveredAt: clock() },
				filtered: progress.filtered + all - rows.length,
				...{ lagEvents, lagMs: lagEvents > 0 ? progress.lagMs : 0 },
				...{ phase: "running", failure: "", failingSince: 0 },
			},
		);
	};

	/** Resolves to whether anything was delivered. */
	const step = async (): Promise<boolean> => {
		const position = positionOf(progress.position) ?? (await firstPosition(destination, options));
		if (position.begun) {
			await deliver(position, position.begun, progress.lagEvents);
			return true;
		}
		const waiting: { span: Span; rows: number; since: number }[] = [];
		let { filtered } = progress;
		const next = { ...position.next };
		for (const span of await spansOf(position)) {
			const found = await waitingRows(store, filter, span);
			if (found.rows > 0) waiting.push({ span, ...found });
			else {
				// Nothing of it is for this destination: the next look begins after it.
				next[span.partition] = span.to;
				filtered += found.all;
			}
		}
		const lagEvents = waiting.reduce((sum, { rows }) => sum + rows, 0);
		const first = waiting.reduce((earliest, { since }) => Math.min(earliest, since), clock());
		const [oldest] = waiting
			.filter(({ rows, since }) => rows >= target.maxRows || clock() - since >= target.gatherMs)
			.sort((one, other) => one.since - other.since);
		await saveAt({ next }, { filtered, lagEvents, lagMs: clock() - first });
		if (oldest === undefined) {
			if (progress.phase !== "running")
				await save({ phase: "running", failure: "", failingSince: 0 });
			return false;
		}
		await deliver({ next }, oldest.span, lagEvents);
		return true;
	};

	const failed = async (error: unknown): Promise<void> => {
		// Anything else may quote rows or a statement.
		const failure =
			error instanceof TargetError ? error.message : "The event store or the queue does not answer";
		if (progress.failure !== failure)
			logger.warn({ destination: id, failure, error }, "A destination gets nothing at the moment");
		const failingSince = progress.failingSince || clock();
		await save({ phase: "failing", failure, failingSince }).catch(() => undefined);
	};

	const run = async () => {
		let pauseMs = retryMs;
		while (!closing.signal.aborted)
			try {
				const isBusy = await step();
				pauseMs = retryMs;
				if (!isBusy) await pause(pollMs, closing.signal);
			} catch (error) {
				if (error instanceof TargetError && error.isGone) {
					await pauseUntilResumed(error, kept, { ...options, id, signal: closing.signal });
					break;
				}
				await failed(error);
				await pause(pauseMs, closing.signal);
				pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
			}
		closing.abort();
		await target.close();
	};
	const ended = run();
	return {
		progress: () => ({ ...progress }),
		hasEnded: () => closing.signal.aborted,
		close: () => {
			closing.abort();
			return ended;
		},
	};
};
