/** Failures of a server, not of a statement: another replica may respond. */
export interface ReplicaRules {
	/** Whether the connection failed, so that the outcome of the statement is unknown. */
	isConnectionLost(error: unknown): boolean;
	/** Whether the server reported that it cannot serve at the moment and did nothing, such as one without Keeper. */
	isUnableToServe(error: unknown): boolean;
}

export interface Replica<Client> {
	name: string;
	client: Client;
	/** Whether the server responds; must settle. */
	ping(): Promise<boolean>;
	/**
	 * Called before the first statement after another replica failed; everything that the other
	 * acknowledged must be here when it resolves.
	 */
	catchUp(): Promise<void>;
}

export interface ReplicasOptions extends ReplicaRules {
	/** How often the replica in use is probed while a statement waits for it. */
	watchMs: number;
	switched(from: string, to: string, reason: string): void;
}

/** Runs statements on one of several servers with the same data; it stays on one until that fails. */
export interface Replicas<Client> {
	/**
	 * @param task receives a signal that fires when the server no longer responds
	 * @param isRepeatable whether it may run again although it may have run: reading, or storing under a token
	 */
	run<Result>(
		task: (client: Client, signal: AbortSignal) => Promise<Result>,
		isRepeatable: boolean,
	): Promise<Result>;
	close(): void;
}

const UNANSWERED = new Error("the server no longer answers");

export const createReplicas = <Client>(
	replicas: readonly [Replica<Client>, ...Replica<Client>[]],
	{ isConnectionLost, isUnableToServe, watchMs, switched }: ReplicasOptions,
): Replicas<Client> => {
	let current = replicas[0];
	let abandoning = new AbortController();
	let moving: Promise<void> | undefined;
	let inFlight = 0;
	let watch: NodeJS.Timeout | undefined;

	/** The next one that responds and has caught up; the current one if there is none. */
	const move = async (reason: string) => {
		const from = current;
		const at = replicas.indexOf(from);
		for (const next of [...replicas.slice(at + 1), ...replicas.slice(0, at)]) {
			if (!(await next.ping())) continue;
			try {
				await next.catchUp();
			} catch {
				continue;
			}
			current = next;
			abandoning.abort(UNANSWERED);
			abandoning = new AbortController();
			switched(from.name, next.name, reason);
			return;
		}
	};

	/** Resolves to whether it has switched to another one. */
	const leave = async (failed: Replica<Client>, reason: unknown): Promise<boolean> => {
		if (current === failed) {
			moving ??= move(reason instanceof Error ? reason.message : String(reason)).finally(() => {
				moving = undefined;
			});
			await moving;
		}
		return current !== failed;
	};

	const look = async () => {
		const asked = current;
		if (!(await asked.ping()) && !(await asked.ping())) await leave(asked, UNANSWERED);
		watch = inFlight > 0 ? setTimeout(look, watchMs) : undefined;
	};

	const attempt = async <Result>(
		task: (client: Client, signal: AbortSignal) => Promise<Result>,
		isRepeatable: boolean,
		attemptsLeft: number,
	): Promise<Result> => {
		await moving;
		const used = current;
		try {
			return await task(used.client, abandoning.signal);
		} catch (error) {
			const isUnable = isUnableToServe(error);
			const isLost = isConnectionLost(error);
			if (!isUnable && !isLost) throw error;
			// A connection may break although the server is well, when the server closes an idle one.
			const isDown = isUnable || current !== used || !(await used.ping());
			const isElsewhere = isDown && (await leave(used, error));
			const mayRepeat = isRepeatable || isUnable;
			if (attemptsLeft === 0 || !mayRepeat || (isDown && !isElsewhere)) throw error;
			return attempt(task, isRepeatable, attemptsLeft - 1);
		}
	};

	return {
		run: async (task, isRepeatable) => {
			inFlight++;
			if (replicas.length > 1) watch ??= setTimeout(look, watchMs);
			try {
				return await attempt(task, isRepeatable, replicas.length - 1);
			} finally {
				inFlight--;
			}
		},
		close: () => clearTimeout(watch),
	};
};
