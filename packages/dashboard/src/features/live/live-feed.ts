import { failureOf, type RequestFailure } from "../../api/failure.ts";
import { type LiveEvent, merged } from "./event-list.ts";

/**
 * How new events arrive. `pushed`: at once. `polled`: asked for every few seconds, since the stream broke off or cannot be
 * filtered. `unreadable`: the server is there and cannot read them for now. `unreachable`: nothing answers. `refused`: the
 * viewer may not see them, or not any longer.
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
	/** The newest first; undefined until some are known. */
	events: readonly LiveEvent[] | undefined;
	/** How many have arrived since the first ones. */
	arrived: number;
	failure: RequestFailure | undefined;
}

interface StreamListener {
	onOpen(): void;
	onEvents(events: readonly LiveEvent[]): void;
	/** The stream goes on, but nothing can be read for now. */
	onUnreadable(): void;
	/** Again readable, perhaps without any news. */
	onReadable(): void;
	onLost(): void;
}

/** Where events come from. */
export interface LiveSource {
	/** Those after an instant, or the latest ones; the newest first. */
	fetch(since: string | undefined): Promise<readonly LiveEvent[]>;
	/** Opens a stream of those after an instant; absent where nothing can be pushed. Returns what closes it. */
	open?(since: string | undefined, listener: StreamListener): () => void;
}

export const POLL_MS = 5000;
const FIRST_RETRY_MS = 3000;
const LONGEST_RETRY_MS = 60_000;

/** Doubles with each attempt, and differs from page to page, so that a server that comes back is not overrun. */
export const retryMs = (attempt: number, random: number): number =>
	Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt) * (0.75 + random / 2);

export interface LiveFeed {
	/** Rests while nobody looks: browsers lend a page few connections. */
	rest(): void;
	wake(): void;
	stop(): void;
}

/** Follows events: pushed while a stream lasts, asked for while it does not. */
export const startLiveFeed = (source: LiveSource, tell: (state: LiveState) => void): LiveFeed => {
	let state: LiveState = {
		status: "connecting",
		events: undefined,
		arrived: 0,
		failure: undefined,
	};
	/** Changes with each rest, so that what was asked before it is not taken for an answer to what is asked after it. */
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

	/** Asks for what is missing. @returns whether to go on */
	const catchUp = async (status: LiveStatus): Promise<boolean> => {
		const own = run;
		try {
			const fresh = await source.fetch(state.events?.[0]?.timestamp);
			if (run !== own) return false;
			// Meanwhile the stream may be open.
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
