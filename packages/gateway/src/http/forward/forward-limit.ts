/** One of the requests in flight to the backend. */
export interface ForwardSlot {
	/** Frees the slot for the next request; further calls do nothing. */
	leave(): void;
	/** Whether the client has stopped reading its answer. */
	unread(isUnread: boolean): void;
}

/** A request that needs a slot. */
export interface Candidate {
	/** Called with the slot, at once or within `maxWaitMs`. */
	start(slot: ForwardSlot): void;
	/** Called instead when there is no slot in time. */
	refuse(): void;
	/** Ends the request, because others are queued and its client reads nothing. */
	cutOff(): void;
}

export interface ForwardLimit {
	/** Starts the candidate, queues or refuses it. Returns a function that takes it out of the queue. */
	enter(candidate: Candidate): () => void;
}

/**
 * More than a busy office's dashboards need: the backend knows what requests cost and makes them wait. This limit keeps
 * connections and memory bounded under a flood.
 */
const MAX_IN_FLIGHT = 1_024;
const MAX_QUEUED = 1_024;
/** Below what a person or a load balancer takes for a fault. */
const MAX_WAIT_MS = 3_000;
/** Slow readers are common; readers that take nothing for this long are not. */
const UNREAD_MS = 2_000;

interface InFlight {
	candidate: Candidate;
	unreadSince: number | undefined;
}

interface Queued {
	candidate: Candidate;
	overdue: NodeJS.Timeout;
}

/** Bounds how many requests are forwarded at the same time; further ones are queued briefly, in order. */
export const forwardLimit = ({
	maxInFlight = MAX_IN_FLIGHT,
	maxQueued = MAX_QUEUED,
	maxWaitMs = MAX_WAIT_MS,
	clock = () => performance.now(),
}: {
	maxInFlight?: number;
	maxQueued?: number;
	maxWaitMs?: number;
	/** Monotonic, in ms. */
	clock?: () => number;
} = {}): ForwardLimit => {
	const inFlight = new Set<InFlight>();
	const queued = new Set<Queued>();

	const begin = (candidate: Candidate) => {
		const own: InFlight = { candidate, unreadSince: undefined };
		inFlight.add(own);
		candidate.start({
			leave: () => {
				if (inFlight.delete(own)) admitNext();
			},
			unread: (isUnread) => {
				own.unreadSince = isUnread ? (own.unreadSince ?? clock()) : undefined;
			},
		});
	};

	const admitNext = () => {
		const [next] = queued;
		if (next === undefined) return;
		clearTimeout(next.overdue);
		queued.delete(next);
		begin(next.candidate);
	};

	/** Ends the answer that has been unread for longest: its client could keep the slot for ever. */
	const cutOffLongestUnread = () => {
		let longest: InFlight | undefined;
		let since = clock() - UNREAD_MS;
		for (const each of inFlight) {
			if (each.unreadSince === undefined || each.unreadSince >= since) continue;
			longest = each;
			since = each.unreadSince;
		}
		longest?.candidate.cutOff();
	};

	return {
		enter: (candidate) => {
			if (inFlight.size >= maxInFlight) cutOffLongestUnread();
			if (inFlight.size < maxInFlight) {
				begin(candidate);
				return () => {};
			}
			if (queued.size >= maxQueued) {
				candidate.refuse();
				return () => {};
			}
			const own: Queued = {
				candidate,
				overdue: setTimeout(() => {
					queued.delete(own);
					candidate.refuse();
				}, maxWaitMs),
			};
			queued.add(own);
			return () => {
				clearTimeout(own.overdue);
				queued.delete(own);
			};
		},
	};
};
