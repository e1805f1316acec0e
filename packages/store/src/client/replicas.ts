/** Failures of a server, and not of a statement: another replica may answer. */
export interface ReplicaRules {
	/** Whether the connection failed, so that nobody knows what became of the statement. */
	isConnectionLost(error: unknown): boolean;
	/** Whether the server said that it cannot serve at the moment and did nothing, such as one without Keeper. */
	isUnableToServe(error: unknown): boolean;
}

export interface Replica<Client> {
	name: string;
	client: Client;
	/** Whether the server answers; must come to an end. */
	ping(): Promise<boolean>;
	/** Called before the first statement after another replica failed; what that one acknowledged must be here when it resolves. */
	catchUp(): Promise<void>;
}

export interface ReplicasOptions extends ReplicaRules {
	/** How often the replica in use is asked whether it still answers, while a statement waits for it. */
	watchMs: number;
	switched(from: string, to: string, reason: string): void;
}

/** Statements at one of several servers with the same data, which is the same one until it fails. */
export interface Replicas<Client> {
	/**
	 * @param task is given a signal by which to end when the server does not answer any more
	 * @param isRepeatable whether it may run again although it may have run: reading, or storing under a token
	 */
	run<Result>(
		task: (client: Client, signal: AbortSignal) => Promise<Result>,
		isRepeatable: boolean,
	): Promise<Result>;
	close(): void;
}

const UNANSWERED = new Error("the server does not answer any more");

export const createReplicas = <Client>(
	replicas: readonly [Replica<Client>, ...Replica<Client>[]],
	{ isConnectionLost, isUnableToServe, watchMs, switched }: ReplicasOptions,
): Replicas<Client> => {
	let current = replicas[0];
	let abandoning = new AbortController();
	let moving: Promise<void> | undefined;
	let inFlight = 0;
	let watch: NodeJS.Timeout | undefined;

	/** The next one that answers and has caught up; stays where it is when none does. */
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

	/** Resolves to whether there is another one now. */
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
			// A connection may break although the server is well, when it closes one that was idle.
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
