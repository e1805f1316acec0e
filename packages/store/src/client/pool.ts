import { createFairQueue, NOBODY, type Requester } from "./fair-queue.ts";
import { StoreBusyError } from "./store-error.ts";

/** How a task waits for a connection. */
export interface WaitOptions {
	/** Requesters take turns. The product's own work by default. */
	requester?: Requester | undefined;
	/** Aborting it removes a task that is still queued. */
	signal?: AbortSignal | undefined;
	/** No limit by default. */
	maxWaitMs?: number | undefined;
}

/** Lends out connections that take one statement at a time; when all are in use, tasks are queued. */
export interface Pool<Connection> {
	/**
	 * @throws StoreBusyError when too many tasks wait or the wait was too long; the signal's reason
	 * when it fired first
	 */
	run<Result>(
		task: (connection: Connection) => Promise<Result>,
		options?: WaitOptions,
	): Promise<Result>;
	/** Resolves once no task runs or waits. */
	idle(): Promise<void>;
}

export interface PoolOptions {
	maxWaiting: number;
	/** The most connections that one caller may use at a time; all of them by default. */
	maxPerCaller?: number;
}

interface QueuedTask<Connection> {
	requester: Requester;
	lend(connection: Connection): void;
	refuse(error: unknown): void;
}

const callerOf = ({ tenant, caller }: Requester) => JSON.stringify([tenant, caller]);

export const createPool = <Connection>(
	connections: readonly Connection[],
	{ maxWaiting, maxPerCaller = connections.length }: PoolOptions,
): Pool<Connection> => {
	const free = [...connections];
	const waiting = createFairQueue<QueuedTask<Connection>>();
	const lentTo = new Map<string, number>();
	const running = new Set<Promise<unknown>>();

	const mayHaveMore = ({ requester }: { requester: Requester }) =>
		(lentTo.get(callerOf(requester)) ?? 0) < maxPerCaller;

	const count = (requester: Requester, step: 1 | -1) => {
		const caller = callerOf(requester);
		const lent = (lentTo.get(caller) ?? 0) + step;
		if (lent === 0) lentTo.delete(caller);
		else lentTo.set(caller, lent);
	};

	const lendFree = () => {
		for (let next = free.at(-1); next !== undefined; next = free.at(-1)) {
			const taken = waiting.take(mayHaveMore);
			if (!taken) return;
			free.pop();
			count(taken.requester, 1);
			taken.lend(next);
		}
	};

	const borrow = ({ requester = NOBODY, signal, maxWaitMs }: WaitOptions): Promise<Connection> =>
		new Promise((resolve, reject) => {
			let timer: NodeJS.Timeout | undefined;
			const leave = () => {
				clearTimeout(timer);
				signal?.removeEventListener("abort", giveUp);
			};
			const entry: QueuedTask<Connection> = {
				requester,
				lend: (connection) => {
					leave();
					resolve(connection);
				},
				refuse: (error) => {
					leave();
					reject(error);
				},
			};
			const giveUp = () => {
				waiting.remove(entry);
				entry.refuse(signal?.reason);
			};
			if (signal?.aborted) return reject(signal.reason);
			signal?.addEventListener("abort", giveUp);
			if (maxWaitMs !== undefined)
				timer = setTimeout(() => {
					waiting.remove(entry);
					entry.refuse(new StoreBusyError(`The event store was busy for ${maxWaitMs} ms`));
				}, maxWaitMs);
			waiting.add(entry);
			lendFree();
			if (waiting.size() > maxWaiting)
				waiting
					.evict()
					?.refuse(
						new StoreBusyError(`${maxWaiting} statements are already waiting for the event store`),
					);
		});

	const giveBack = (connection: Connection, { requester = NOBODY }: WaitOptions) => {
		count(requester, -1);
		free.push(connection);
		lendFree();
	};

	return {
		run: (task, options = {}) => {
			const result = borrow(options).then(async (connection) => {
				try {
					return await task(connection);
				} finally {
					giveBack(connection, options);
				}
			});
			running.add(result);
			const forget = () => running.delete(result);
			result.then(forget, forget);
			return result;
		},
		idle: async () => {
			while (running.size > 0) await Promise.allSettled(running);
		},
	};
};
