/** One of the requests in flight to the backend. */
export interface ForwardSlot {
	/** Frees the slot for the next request; further calls do nothing. */
	leave(): void;
	/** Whether the client has stopped reading its answer. */
	unread(isUnread: boolean): void;
}

/** A request that needs a slot. */
export interface Candidate {
	/** Its origin: requests of one network share a part of the slots. */
	network: string;
	/** Called with the slot, at once or within `maxWaitMs`. */
	start(slot: ForwardSlot): void;
	/** Called instead when no slot becomes free in time. */
	refuse(): void;
	/** Ends the request, because others are queued and its client reads nothing. */
	cutOff(): void;
}

export interface ForwardLimit {
	/** Starts, queues or refuses the candidate. Returns a function that removes it from the queue. */
	enter(candidate: Candidate): () => void;
}

/**
 * More than a busy office's dashboards need: the backend itself queues requests by their cost. This limit keeps
 * connections and memory bounded under a flood.
 */
const MAX_IN_FLIGHT = 1_024;
const MAX_QUEUED = 1_024;
/** A network has a quarter of the slots, and may queue in all but a quarter of the queue: enough for a large office. */
const NETWORK_PART = 4;
/** Shorter than a person or a load balancer takes for a failure. */
const MAX_WAIT_MS = 3_000;
/** Slow readers are common; clients that read nothing for this long are not. */
const UNREAD_MS = 2_000;

const createCounts = () => {
	const counts = new Map<string, number>();
	const of = (name: string) => counts.get(name) ?? 0;
	return {
		of,
		add: (name: string, number: 1 | -1): void => {
			const count = of(name) + number;
			if (count > 0) counts.set(name, count);
			else counts.delete(name);
		},
	};
};

/**
 * Bounds how many requests are forwarded at the same time, in total and for each network; further ones are queued briefly,
 * in order.
 */
export const createForwardLimit = ({
	maxInFlight = MAX_IN_FLIGHT,
	maxQueued = MAX_QUEUED,
	maxPerNetwork = Math.ceil(maxInFlight / NETWORK_PART),
	maxWaitMs = MAX_WAIT_MS,
	clock = () => performance.now(),
}: {
	maxInFlight?: number;
	maxQueued?: number;
	/** Applies to requests in flight. */
	maxPerNetwork?: number;
	maxWaitMs?: number;
	/** Monotonic, in ms. */
	clock?: () => number;
} = {}): ForwardLimit => {
	/** Since when its client has read nothing, if it has stopped reading. */
	const inFlight = new Map<Candidate, number | undefined>();
	const queued = new Map<Candidate, NodeJS.Timeout>();

	const maxQueuedPerNetwork = Math.ceil((maxQueued * (NETWORK_PART - 1)) / NETWORK_PART);
	const ofNetworks = createCounts();
	const queuedOfNetworks = createCounts();

	const isFull = () => inFlight.size >= maxInFlight;
	const mayBegin = ({ network }: Candidate) => !isFull() && ofNetworks.of(network) < maxPerNetwork;

	const begin = (candidate: Candidate) => {
		inFlight.set(candidate, undefined);
		ofNetworks.add(candidate.network, 1);
		candidate.start({
			leave: () => {
				if (!inFlight.delete(candidate)) return;
				ofNetworks.add(candidate.network, -1);
				admitNext();
			},
			unread: (isUnread) => {
				if (!inFlight.has(candidate)) return;
				inFlight.set(candidate, isUnread ? (inFlight.get(candidate) ?? clock()) : undefined);
			},
		});
	};

	const takeBack = (candidate: Candidate) => {
		clearTimeout(queued.get(candidate));
		if (queued.delete(candidate)) queuedOfNetworks.add(candidate.network, -1);
	};

	const admitNext = () => {
		for (const next of queued.keys()) {
			if (isFull()) return;
			if (!mayBegin(next)) continue;
			takeBack(next);
			return begin(next);
		}
	};

	/** Ends the answer that has been unread the longest: its client could otherwise occupy the slot forever. */
	const cutOffLongestUnread = (isMeant: (candidate: Candidate) => boolean) => {
		let longest: Candidate | undefined;
		let since = clock() - UNREAD_MS;
		for (const [candidate, unreadSince] of inFlight) {
			if (unreadSince === undefined || unreadSince >= since || !isMeant(candidate)) continue;
			longest = candidate;
			since = unreadSince;
		}
		longest?.cutOff();
	};

	return {
		enter: (candidate) => {
			const { network } = candidate;
			if (isFull()) cutOffLongestUnread(() => true);
			else if (!mayBegin(candidate)) cutOffLongestUnread((other) => other.network === network);
			const isQueueFull =
				queued.size >= maxQueued || queuedOfNetworks.of(network) >= maxQueuedPerNetwork;
			if (mayBegin(candidate)) begin(candidate);
			else if (isQueueFull) candidate.refuse();
			else {
				const giveUp = () => {
					takeBack(candidate);
					candidate.refuse();
				};
				queued.set(candidate, setTimeout(giveUp, maxWaitMs));
				queuedOfNetworks.add(network, 1);
			}
			return () => takeBack(candidate);
		},
	};
};
