/** How long a partition surely belongs to this consumer, whatever the coordinator does without telling it. */
export interface Lease {
	/** The coordinator has confirmed the membership by an answer to a request of this time. */
	confirmed(askedAt: number): void;
	/** False once the coordinator may have given the partition to another consumer. */
	isHeld(): boolean;
	/** Aborted when the lease ends; another one after it was renewed. */
	signal(): AbortSignal;
	close(): void;
}

/**
 * A member that is cut off or stood still does not learn that its partitions belong to another one by now. So it counts
 * from its own last request that was answered, and ends before the coordinator does.
 * @param leaseMs shorter than the session in the group
 * @param now a clock that goes on while the process stands still
 */
export const createLease = (leaseMs: number, now = () => performance.now()): Lease => {
	let heldUntil = 0;
	let ending = new AbortController();
	let timer: NodeJS.Timeout | undefined;

	const end = () => ending.abort(new Error("the partition may belong to another loader by now"));

	return {
		confirmed: (askedAt) => {
			heldUntil = askedAt + leaseMs;
			if (ending.signal.aborted) ending = new AbortController();
			clearTimeout(timer);
			timer = setTimeout(end, Math.max(0, heldUntil - now()));
		},
		isHeld: () => {
			// After a standstill, the timer may not have run yet.
			if (now() >= heldUntil) end();
			return !ending.signal.aborted;
		},
		signal: () => ending.signal,
		close: () => clearTimeout(timer),
	};
};
