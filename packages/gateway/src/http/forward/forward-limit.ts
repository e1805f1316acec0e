/** A request's place among those that are forwarded. */
export interface ForwardSlot {
	/** Gives it to the next one; once. */
	leave(): void;
	/** Whether the client takes nothing of its answer right now. */
	unread(isUnread: boolean): void;
}

/** A request that asks for a place. */
export interface Candidate {
	/** Called with the place, at once or within `maxWaitMs`. */
	start(place: ForwardSlot): void;
	/** Called instead when there is none. */
	refuse(): void;
	/** Ends the request because others wait and its client reads nothing. */
	cutOff(): void;
}

export interface ForwardLimitOptions {
	maxInFlight?: number;
	maxQueued?: number;
	maxWaitMs?: number;
	/** Monotonic, in ms. */
	clock?: () => number;
}

export interface ForwardLimit {
	/** Asks for a place. What it returns takes the question back while it waits. */
	enter(candidate: Candidate): () => void;
}

/**
 * More than a busy office's dashboards ask for together: which of them has to wait is the backend's to say, who knows
 * what they cost. This one keeps connections and memory bounded where somebody asks for the sake of asking.
 */
const AT_ONCE = 1_024;
const WAITING = 1_024;
/** Below what a person or a load balancer takes for a fault. */
const MAX_WAIT_MS = 3_000;
/** A reader that is slower than its sender is no rare thing; one that takes nothing for so long is. */
const UNREAD_MS = 2_000;

interface Active {
	candidate: Candidate;
	unreadSince: number | undefined;
}

interface Waiting {
	candidate: Candidate;
	overdue: NodeJS.Timeout;
}

/** Bounds how many requests are forwarded at the same time; the next ones wait briefly, in order. */
export const forwardLimit = ({
	maxInFlight: atOnce = AT_ONCE,
	maxQueued: maxWaiting = WAITING,
	maxWaitMs = MAX_WAIT_MS,
	clock = () => performance.now(),
}: ForwardLimitOptions = {}): ForwardLimit => {
	const active = new Set<Active>();
	const waiting = new Set<Waiting>();

	const begin = (candidate: Candidate) => {
		const own: Active = { candidate, unreadSince: undefined };
		active.add(own);
		candidate.start({
			leave: () => {
				if (active.delete(own)) admitNext();
			},
			unread: (isUnread) => {
				own.unreadSince = isUnread ? (own.unreadSince ?? clock()) : undefined;
			},
		});
	};

	const admitNext = () => {
		const [next] = waiting;
		if (next === undefined) return;
		clearTimeout(next.overdue);
		waiting.delete(next);
		begin(next.candidate);
	};

	/** Ends the answer that has been unread for longest: it would keep its place for as long as its client likes. */
	const cutOffLongestUnread = () => {
		let longest: Active | undefined;
		let since = clock() - UNREAD_MS;
		for (const each of active) {
			if (each.unreadSince === undefined || each.unreadSince >= since) continue;
			longest = each;
			since = each.unreadSince;
		}
		longest?.candidate.cutOff();
	};

	return {
		enter: (candidate) => {
			if (active.size >= atOnce) cutOffLongestUnread();
			if (active.size < atOnce) {
				begin(candidate);
				return () => {};
			}
			if (waiting.size >= maxWaiting) {
				candidate.refuse();
				return () => {};
			}
			const own: Waiting = {
				candidate,
				overdue: setTimeout(() => {
					waiting.delete(own);
					candidate.refuse();
				}, maxWaitMs),
			};
			waiting.add(own);
			return () => {
				clearTimeout(own.overdue);
				waiting.delete(own);
			};
		},
	};
};
