/** How long a partition certainly belongs to this consumer, even if the coordinator moves it without notice. */
export interface Lease {
	/** The coordinator has confirmed the membership by answering a request sent at this time. */
	confirmed(askedAt: number): void;
	/** False once the coordinator may have given the partition to another consumer. */
	isHeld(): boolean;
	/** Aborted when the lease ends; a new signal after each renewal. */
	signal(): AbortSignal;
	close(): void;
}

/**
 * A member that was cut off or suspended does not learn that its partitions now belong to another one. So it counts
 * from its own last answered request, and its lease ends before the coordinator's session.
 * @param leaseMs shorter than the session in the group
 * @param now a clock that continues while the process is suspended
 */
export const createLease = (leaseMs: number, now = () => performance.now()): Lease => {
	let heldUntil = 0;
	let ending = new AbortController();
	let timer: NodeJS.Timeout | undefined;

	const end = () => ending.abort(new Error("the partition may now belong to another loader"));

	return {
		confirmed: (askedAt) => {
			heldUntil = askedAt + leaseMs;
			if (ending.signal.aborted) ending = new AbortController();
			clearTimeout(timer);
			timer = setTimeout(end, Math.max(0, heldUntil - now()));
		},
		isHeld: () => {
			// After a suspension, the timer may not have run yet.
			if (now() >= heldUntil) end();
			return !ending.signal.aborted;
		},
		signal: () => ending.signal,
		close: () => clearTimeout(timer),
	};
};
