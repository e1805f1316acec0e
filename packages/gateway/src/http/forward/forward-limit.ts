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
	/** With the time since when its client reads nothing, where that is so. */
	const inFlight = new Map<Candidate, number | undefined>();
	const queued = new Map<Candidate, NodeJS.Timeout>();

	const begin = (candidate: Candidate) => {
		inFlight.set(candidate, undefined);
		candidate.start({
			leave: () => {
				if (inFlight.delete(candidate)) admitNext();
			},
			unread: (isUnread) => {
				if (!inFlight.has(candidate)) return;
				inFlight.set(candidate, isUnread ? (inFlight.get(candidate) ?? clock()) : undefined);
			},
		});
	};

	const takeBack = (candidate: Candidate) => {
		clearTimeout(queued.get(candidate));
		queued.delete(candidate);
	};

	const admitNext = () => {
		const [next] = queued.keys();
		if (next === undefined) return;
		takeBack(next);
		begin(next);
	};

	/** Ends the answer that has been unread for longest: its client could keep the slot for ever. */
	const cutOffLongestUnread = () => {
		let longest: Candidate | undefined;
		let since = clock() - UNREAD_MS;
		for (const [candidate, unreadSince] of inFlight) {
			if (unreadSince === undefined || unreadSince >= since) continue;
			longest = candidate;
			since = unreadSince;
		}
		longest?.cutOff();
	};

	return {
		enter: (candidate) => {
			if (inFlight.size >= maxInFlight) cutOffLongestUnread();
			if (inFlight.size < maxInFlight) begin(candidate);
			else if (queued.size >= maxQueued) candidate.refuse();
			else {
				const giveUp = () => {
					queued.delete(candidate);
					candidate.refuse();
				};
				queued.set(candidate, setTimeout(giveUp, maxWaitMs));
			}
			return () => takeBack(candidate);
		},
	};
};
