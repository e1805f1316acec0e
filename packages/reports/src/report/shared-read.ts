import type { QueryOptions, Requester } from "@footfall/store";

/** Requesters whose place in the queue one read uses: it starts as soon as the first of them is served. */
const MOST_TURNS = 4;

/** A read that answers all who request the same rows while it is queued or running. */
export interface SharedRead {
	rows: Promise<string>;
	/** When it started, by the given clock; undefined while it is queued. */
	readAt(): number | undefined;
	/**
	 * Waits for the rows, in the requester's own place in the queue if few requesters use theirs.
	 * @throws the signal's reason once it fires; the read goes on while others wait for it
	 */
	join(
		asked: { requester: Requester | undefined; signal: AbortSignal | undefined },
		query: (turn: Pick<QueryOptions, "signal" | "began">) => Promise<string>,
	): Promise<string>;
}

/** @param ended called once nobody can join it anymore */
export const createSharedRead = (clock: () => number, ended: () => void): SharedRead => {
	const inLine = new AbortController();
	const requesters = new Set<string>();
	let readAt: number | undefined;
	let turns = 0;
	let watchers = 0;
	let settle: { resolve(rows: string): void; reject(error: unknown): void };
	const rows = new Promise<string>((resolve, reject) => {
		settle = { resolve, reject };
	});
	rows.then(ended, ended);

	const began = () => {
		readAt ??= clock();
		// The others no longer need their own place in the queue.
		inLine.abort();
	};
	const takeTurn = (query: Parameters<SharedRead["join"]>[1]) => {
		turns++;
		query({ signal: inLine.signal, began }).then(settle.resolve, (error: unknown) => {
			if (--turns === 0) settle.reject(error);
		});
	};
	const leave = (reason: unknown) => {
		if (--watchers > 0 || readAt !== undefined) return;
		ended();
		inLine.abort(reason);
	};

	return {
		rows,
		readAt: () => readAt,
		join: ({ requester, signal }, query) =>
			new Promise((resolve, reject) => {
				if (signal?.aborted) return reject(signal.reason);
				watchers++;
				const goAway = () => {
					leave(signal?.reason);
					reject(signal?.reason);
				};
				signal?.addEventListener("abort", goAway, { once: true });
				const isKept = () => signal?.removeEventListener("abort", goAway);
				rows.then(resolve, reject).finally(isKept);
				const own = JSON.stringify(requester);
				if (readAt !== undefined || requesters.size >= MOST_TURNS || requesters.has(own)) return;
				requesters.add(own);
				takeTurn(query);
			}),
	};
};
