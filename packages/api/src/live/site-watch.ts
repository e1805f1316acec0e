import { setTimeout as wait } from "node:timers/promises";

/** The fields of an event that is shown as it arrives. */
export interface WatchedEvent {
	/** ISO 8601, UTC. */
	timestamp: string;
	type: string;
	event_name: string;
	pathname: string;
	session_id: string;
	user_id: string;
	properties: string;
}

/** The result of one poll of a site. */
export interface LiveReading<Event> {
	/** Sessions with an event within the last minutes. */
	visitors: number;
	/** The latest events of these minutes, newest first. */
	events: readonly Event[];
}

/** Changes since the listener's last news; absent fields are unchanged. */
export interface News<Event> {
	visitors?: number;
	/** Newest first. */
	events?: readonly Event[];
	/** Set while the store does not answer. */
	isStale?: true;
}

interface Watcher<Event> {
	tell(news: News<Event>): void;
	/** The first news has the events after this time, ms since the epoch; undefined = only events from now on. */
	since: number | undefined;
	isGreeted: boolean;
}

const sleep = (ms: number) => wait(ms, undefined, { ref: false });

/** The back-off factor while the store does not answer. */
const BACKOFF = 5;

/** Clients get no event ids, and identification may change who sent an event. */
const keyOf = (event: WatchedEvent): string =>
	JSON.stringify([
		event.timestamp,
		event.type,
		event.event_name,
		event.pathname,
		event.session_id,
		event.user_id,
		event.properties,
	]);

/** Finds the events of a poll that earlier ones lacked, in any order. */
const createSeen = <Event extends WatchedEvent>() => {
	let seen = new Map<string, number>();
	return (events: readonly Event[]): Event[] => {
		const counts = new Map<string, number>();
		const fresh = events.toReversed().filter((event) => {
			const key = keyOf(event);
			const count = (counts.get(key) ?? 0) + 1;
			counts.set(key, count);
			return count > (seen.get(key) ?? 0);
		});
		seen = counts;
		return fresh.reverse();
	};
};

/**
 * Polls a site while it has listeners: one poll for all of them.
 * @param failed called when polls start to fail
 */
export const createSiteWatch = <Event extends WatchedEvent>({
	look,
	everyMs,
	failed,
	ended,
	pause = sleep,
}: {
	look(): Promise<LiveReading<Event>>;
	everyMs: number;
	failed(error: unknown): void;
	/** Called when the last listener has left. */
	ended(): void;
	pause?: (ms: number) => Promise<unknown>;
}) => {
	const watchers = new Set<Watcher<Event>>();
	const freshOf = createSeen<Event>();
	let latest: LiveReading<Event> | undefined;
	let isFailing = false;
	let isRunning = false;

	const greet = (watcher: Watcher<Event>, { visitors, events }: LiveReading<Event>) => {
		watcher.isGreeted = true;
		const { since } = watcher;
		const missed = events.filter(
			({ timestamp }) => since !== undefined && Date.parse(timestamp) > since,
		);
		watcher.tell({ visitors, ...(missed.length > 0 && { events: missed }) });
	};

	const lookOnce = async () => {
		try {
			const found = await look();
			const fresh = freshOf(found.events);
			const isChanged = found.visitors !== latest?.visitors || isFailing;
			for (const watcher of watchers)
				if (!watcher.isGreeted) greet(watcher, found);
				else if (isChanged || fresh.length > 0)
					watcher.tell({
						...(isChanged && { visitors: found.visitors }),
						...(fresh.length > 0 && { events: fresh }),
					});
			latest = found;
			isFailing = false;
		} catch (error) {
			if (!isFailing) {
				failed(error);
				for (const watcher of watchers) watcher.tell({ isStale: true });
			}
			isFailing = true;
		}
	};

	const run = async () => {
		isRunning = true;
		while (watchers.size > 0) {
			await lookOnce();
			await pause(isFailing ? everyMs * BACKOFF : everyMs);
		}
		isRunning = false;
		ended();
	};

	return {
		/** @returns a function that stops watching */
		add: (tell: Watcher<Event>["tell"], since: number | undefined): (() => void) => {
			const watcher: Watcher<Event> = { tell, since, isGreeted: false };
			watchers.add(watcher);
			if (latest) greet(watcher, latest);
			if (isFailing) tell({ isStale: true });
			if (!isRunning) void run();
			return () => void watchers.delete(watcher);
		},
	};
};
export type SiteWatch<Event extends WatchedEvent> = ReturnType<typeof createSiteWatch<Event>>;
