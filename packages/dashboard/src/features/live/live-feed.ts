import { failureOf, type RequestFailure } from "../../api/failure.ts";
import { type LiveEvent, merged } from "./event-list.ts";

/**
 * How new events arrive. `pushed`: at once. `polled`: every few seconds, because the stream broke or cannot be
 * filtered. `unreadable`: the server responds but cannot read events at the moment. `unreachable`: the server does not
 * respond. `refused`: the viewer may not see events, or no longer.
 */
export type LiveStatus =
	| "connecting"
	| "pushed"
	| "polled"
	| "unreadable"
	| "unreachable"
	| "refused";

export interface LiveState {
	status: LiveStatus;
	/** The newest first; undefined until the first response. */
	events: readonly LiveEvent[] | undefined;
	/** How many have arrived since the first response. */
	arrived: number;
	failure: RequestFailure | undefined;
}

interface StreamListener {
	onOpen(): void;
	onEvents(events: readonly LiveEvent[]): void;
	/** The stream stays open, but nothing can be read at the moment. */
	onUnreadable(): void;
	/** Readable again, perhaps without new events. */
	onReadable(): void;
	onLost(): void;
}

/** Where events come from. */
export interface LiveSource {
	/** Those after an instant, or the latest ones; the newest first. */
	fetch(since: string | undefined): Promise<readonly LiveEvent[]>;
	/** Opens a stream of those after an instant; absent if the server cannot push. Returns what closes it */
	open?(since: string | undefined, listener: StreamListener): () => void;
}

export const POLL_MS = 5000;
const FIRST_RETRY_MS = 3000;
const LONGEST_RETRY_MS = 60_000;

/** Doubles with each attempt, with jitter, so that a server that comes back is not overrun. */
export const retryMs = (attempt: number, random: number): number =>
	Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt) * (0.75 + random / 2);

export interface LiveFeed {
	/** Pauses while the page is hidden: browsers allow few connections. */
	rest(): void;
	wake(): void;
	stop(): void;
}

/** Follows events: pushed while the stream is open, polled otherwise. */
export const startLiveFeed = (source: LiveSource, tell: (state: LiveState) => void): LiveFeed => {
	let state: LiveState = {
		status: "connecting",
		events: undefined,
		arrived: 0,
		failure: undefined,
	};
	/** Incremented by each pause, so that a response to an earlier request is ignored. */
	let run = 0;
	let isRunning = false;
	let closeStream: (() => void) | undefined;
	let attempt = 0;
	let pollTimer: ReturnType<typeof setTimeout> | undefined;
	let retryTimer: ReturnType<typeof setTimeout> | undefined;

	const set = (change: Partial<LiveState>) => {
		state = { ...state, ...change };
		tell(state);
	};
	const take = (fresh: readonly LiveEvent[], change: Partial<LiveState>) => {
		const isFirst = state.events === undefined;
		const { events, added } = merged(state.events ?? [], fresh);
		set({ ...change, events, arrived: isFirst ? 0 : state.arrived + added });
	};
	const halt = () => {
		isRunning = false;
		run++;
		clearTimeout(pollTimer);
		clearTimeout(retryTimer);
		closeStream?.();
		closeStream = undefined;
	};

	/** Polls for new events. @returns whether to continue */
	const catchUp = async (status: LiveStatus): Promise<boolean> => {
		const own = run;
		try {
			const fresh = await source.fetch(state.events?.[0]?.timestamp);
			if (run !== own) return false;
			// The stream may have opened meanwhile.
			take(fresh, state.status === "pushed" ? {} : { status, failure: undefined });
		} catch (error) {
			if (run !== own) return false;
			const failure = failureOf(error);
			if (failure.isPassing) set({ status: "unreachable", failure });
			else {
				halt();
				set({ status: "refused", failure });
				return false;
			}
		}
		return true;
	};
	const poll = async () => {
		clearTimeout(pollTimer);
		if (!(await catchUp("polled")) || state.status === "pushed") return;
		pollTimer = setTimeout(poll, POLL_MS);
	};
	const connect = () => {
		if (!source.open) return;
		closeStream?.();
		let isOver = false;
		const close = source.open(state.events?.[0]?.timestamp, {
			onOpen: () => {
				attempt = 0;
				clearTimeout(pollTimer);
				set({ status: "pushed", failure: undefined });
			},
			onEvents: (fresh) => take(fresh, { status: "pushed" }),
			onUnreadable: () => set({ status: "unreadable" }),
			onReadable: () => {
				if (state.status !== "pushed") set({ status: "pushed" });
			},
			onLost: () => {
				if (isOver || !isRunning) return;
				isOver = true;
				closeStream?.();
				closeStream = undefined;
				set({ status: "polled" });
				retryTimer = setTimeout(connect, retryMs(attempt++, Math.random()));
				void poll();
			},
		});
		closeStream = close;
	};
	const wake = async () => {
		if (isRunning) return;
		isRunning = true;
		if (!(await catchUp(source.open ? "connecting" : "polled"))) return;
		if (source.open && state.status !== "unreachable") connect();
		else {
			pollTimer = setTimeout(poll, POLL_MS);
			retryTimer = setTimeout(connect, retryMs(attempt++, Math.random()));
		}
	};
	void wake();
	return { rest: halt, wake: () => void wake(), stop: halt };
};
