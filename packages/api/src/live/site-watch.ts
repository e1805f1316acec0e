import { setTimeout as wait } from "node:timers/promises";

/** What is known of an event that is shown as it arrives. */
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

/** A look at a site. */
export interface Look<Event> {
	/** Sessions with an event within the last minutes. */
	visitors: number;
	/** The latest ones of these minutes, the newest first. */
	events: readonly Event[];
}

/** What has changed since the listener was last told; absent where nothing has. */
export interface News<Event> {
	visitors?: number;
	/** The newest first. */
	events?: readonly Event[];
	/** Nothing can be seen for now. */
	isStale?: true;
}

interface Watcher<Event> {
	tell(news: News<Event>): void;
	/** Events after it are told at first, ms since the epoch; undefined = only those that arrive from now on. */
	since: number | undefined;
	isGreeted: boolean;
}

const sleep = (ms: number) => wait(ms, undefined, { ref: false });

/** Pauses grow by so much while the store does not answer. */
const BACKOFF = 5;

/** Events have no id for clients; identification may change who sent one. */
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

/** Finds the events of a look that earlier ones did not have, whatever their order. */
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
 * Looks at a site again and again while anybody watches: one look for all of them.
 * @param failed called when looks begin to fail
 */
export const createSiteWatch = <Event extends WatchedEvent>({
	look,
	everyMs,
	failed,
	ended,
	pause = sleep,
}: {
	look(): Promise<Look<Event>>;
	everyMs: number;
	failed(error: unknown): void;
	/** Called when nobody watches any more. */
	ended(): void;
	pause?: (ms: number) => Promise<unknown>;
}) => {
	const watchers = new Set<Watcher<Event>>();
	const freshOf = createSeen<Event>();
	let latest: Look<Event> | undefined;
	let isFailing = false;
	let isRunning = false;

	const greet = (watcher: Watcher<Event>, { visitors, events }: Look<Event>) => {
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
		/** @returns a function that ends it */
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
