import { StoreBusyError } from "./store-error.ts";

/** Lends out connections that take one statement at a time; who comes when all are lent waits in line. */
export interface Pool<Connection> {
	/** @throws StoreBusyError when too many wait already. */
	run<Result>(task: (connection: Connection) => Promise<Result>): Promise<Result>;
	/** Resolves once nothing runs or waits. */
	idle(): Promise<void>;
}

export const createPool = <Connection>(
	connections: readonly Connection[],
	maxWaiting: number,
): Pool<Connection> => {
	const free = [...connections];
	const waiting: ((connection: Connection) => void)[] = [];
	const running = new Set<Promise<unknown>>();

	const borrow = (): Promise<Connection> => {
		const connection = free.pop();
		if (connection !== undefined) return Promise.resolve(connection);
		if (waiting.length >= maxWaiting)
			return Promise.reject(
				new StoreBusyError(`${maxWaiting} statements wait for the event store already`),
			);
		return new Promise((resolve) => waiting.push(resolve));
	};

	const giveBack = (connection: Connection) => {
		const next = waiting.shift();
		if (next) next(connection);
		else free.push(connection);
	};

	return {
		run: (task) => {
			const result = borrow().then(async (connection) => {
				try {
					return await task(connection);
				} finally {
					giveBack(connection);
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
