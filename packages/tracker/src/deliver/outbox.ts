import { laterTime } from "../browser/later-time.ts";
import { listen } from "../browser/listen.ts";
import { stored } from "../browser/stored.ts";
import { send } from "./send.ts";

/** Events of a short while leave together. */
const WINDOW_MS = 250;
/** Beacons and keepalive requests of a page share 64 KiB in flight; what does not fit waits for its turn. */
const MAX_BYTES_UNDER_WAY = 60_000;
const MAX_KEPT_CHARACTERS = 100_000;
/** For as long, the gateway knows an event again, so that no retry is counted twice. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
/** After about four minutes, the pauses between retries grow no more. */
const MAX_DOUBLINGS = 8;

/** An event as it waits; the gateway's schema says the rest. */
export interface Waiting {
	timestamp: number;
}

/** All that nobody has answered for, in the order of its happening; what is under way is in front. */
let waiting: Waiting[] = [];
const underWay = new Set<Waiting>();
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let url: string;
let key: string;
let isClosed = false;

/** Writes down for other pages what this one may not live to deliver, without the oldest of what is too much. */
const keep = () =>
	stored((storage) => {
		while (JSON.stringify(waiting).length > MAX_KEPT_CHARACTERS) waiting.shift();
		storage.setItem(key, JSON.stringify(waiting));
	});

const flush = () => {
	clearTimeout(timer);
	timer = undefined;
	let bytes = 0;
	const events = waiting.filter((event) => {
		bytes += new Blob([JSON.stringify(event)]).size;
		return bytes < MAX_BYTES_UNDER_WAY && !underWay.has(event);
	});
	if (!events[0]) return;
	for (const event of events) underWay.add(event);
	send(url, JSON.stringify({ events, sent_at: laterTime() })).then((pauseMs) => {
		for (const event of events) underWay.delete(event);
		const isDone = (event: Waiting) =>
			pauseMs ? event.timestamp < Date.now() - MAX_AGE_MS : events.includes(event);
		waiting = waiting.filter((event) => !isDone(event));
		if (pauseMs) {
			clearTimeout(timer);
			const backoffMs = 1000 * 2 ** Math.min(failures++, MAX_DOUBLINGS);
			if (!isClosed) timer = setTimeout(flush, Math.max(pauseMs, backoffMs));
			keep();
		} else {
			failures = 0;
			stored((storage) => storage.removeItem(key));
			flush();
		}
	});
};

/** To be called whenever the page may be going: all that can leaves now, the rest is kept for the next page. */
export const leave = (): void => {
	// While the server or the network is away, the last request may be lost together with the page. It is made all the
	// same: browsers abort what is under way when a navigation begins, which looks like a failure and is none.
	flush();
	if (failures || waiting[underWay.size] || !navigator.onLine) keep();
};

/** Delivers what waits, in one try; what fails is for the next page. */
export const closeOutbox = (): void => {
	leave();
	isClosed = true;
	clearTimeout(timer);
};

/** Adds an event, which leaves together with its neighbours or, on request, with those of the same moment only. */
export const push = (event: Waiting & Record<string, unknown>, atOnce?: boolean): void => {
	waiting.push(event);
	if (document.hidden) queueMicrotask(leave);
	else if (failures)
		return; // The retry that is due takes it along.
	else if (atOnce) queueMicrotask(flush);
	else timer ??= setTimeout(flush, WINDOW_MS);
};

/**
 * Begins to deliver to `to` in small batches. What could not be delivered is kept in localStorage as `prefix` + `pageId`;
 * what earlier pages left there is taken over.
 */
export const openOutbox = (to: string, prefix: string, pageId: string): void => {
	isClosed = false;
	url = to;
	key = prefix + pageId;
	stored((storage) => {
		for (const name of Object.keys(storage)) {
			if (!name.startsWith(prefix)) continue;
			const text = storage.getItem(name);
			// Removed first: what cannot be read must not be met again on every page.
			storage.removeItem(name);
			waiting.push(...JSON.parse(`${text}`));
		}
	});
	listen(window, "online", flush);
};
