import { listen } from "../browser/listen.ts";
import { monotonicNow } from "../browser/monotonic-now.ts";
import { nativeProperty } from "../browser/native-property.ts";
import { withStorage } from "../browser/with-storage.ts";
import { json } from "../guard/json.ts";
import { send } from "./send.ts";

/** Events of a short while leave together. */
const WINDOW_MS = 250;
/** Requests that outlive the page share 64 KiB; what does not fit waits for its turn. */
const MAX_BYTES_IN_FLIGHT = 60_000;
/** A site's pages share 5 MB of storage, and a write beyond it fails as a whole. */
const MAX_KEPT_CHARACTERS = 100_000;
/** For as long, the gateway knows an event again, so that no retry is counted twice. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
/** After about four minutes, the pauses between retries grow no more. */
const MAX_DOUBLINGS = 8;

/** An event as it waits or, without a type, what is known of a user; the gateway's schemas say the rest. */
export interface QueuedEntry {
	readonly timestamp: number;
	readonly type?: string;
	readonly [field: string]: unknown;
}

/** All entries without an answer, oldest first; those in flight are in front. */
let queued: QueuedEntry[] = [];
let inFlight: QueuedEntry[] = [];
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let host: string;
let key: string;
let isClosed = false;

/** Writes down for other pages what this one may not live to deliver, without the oldest of what is too much. */
const keep = () =>
	withStorage((storage) => {
		let kept = queued;
		while (json(kept).length > MAX_KEPT_CHARACTERS) kept = kept.slice(1);
		storage[key] = json(kept);
	});

const flushIn = (ms: number) => {
	clearTimeout(timer);
	timer = setTimeout(flush, ms);
};

const flush = () => {
	clearTimeout(timer);
	timer = undefined;
	let room = MAX_BYTES_IN_FLIGHT;
	const free = queued.filter((event) => {
		room -= new TextEncoder().encode(json(event)).length;
		return room > 0 && !inFlight.includes(event);
	});
	const [first] = free;
	if (!first) return;
	const taken = first.type ? free.filter(({ type }) => type) : [first];
	const isLeft = (event: QueuedEntry) => !taken.includes(event);
	inFlight.push(...taken);
	send(
		`${host}/${first.type ? "track" : "identify"}`,
		first.type ? { events: taken, sent_at: monotonicNow() } : first,
	).then((pauseMs) => {
		inFlight = inFlight.filter(isLeft);
		queued = queued.filter(
			pauseMs ? ({ timestamp }) => timestamp > Date.now() - MAX_AGE_MS : isLeft,
		);
		if (pauseMs) {
			const backoffMs = 1000 * 2 ** Math.min(failures++, MAX_DOUBLINGS);
			if (!isClosed) flushIn(Math.max(pauseMs, backoffMs));
			keep();
		} else {
			failures = 0;
			withStorage((storage) => delete storage[key]);
			// A page that is going may be answered once more, and never run again: what still waits must be kept anew.
			if (nativeProperty("hidden")) leave();
			else flush();
		}
	});
	// The events that do not fit into the same request.
	flush();
};

/** To be called whenever the page may be going: all that can leaves now, the rest is kept for the next page. */
export const leave = (): void => {
	// While the server or the network is away, the last request may be lost together with the page. It is made all the
	// same: browsers abort requests in flight when a navigation begins, which looks like a failure and is none.
	flush();
	if (failures || queued[inFlight.length] || !navigator.onLine) keep();
};

/** Tries again, after a close. */
export const reopenOutbox = (): void => {
	isClosed = false;
};

/** Delivers what waits, in one try; what fails is for the next page. */
export const closeOutbox = (): void => {
	leave();
	isClosed = true;
	clearTimeout(timer);
};

/** Adds an event, which leaves together with its neighbours or, on request, with those of the same moment only. */
export const push = (event: QueuedEntry, atOnce?: boolean): void => {
	queued.push(event);
	if (nativeProperty("hidden")) queueMicrotask(leave);
	// Else the retry that is due takes it along.
	else if (!failures && (atOnce || !timer)) {
		// In a task of its own: the first request of a page costs as much time as the rest of the script.
		flushIn(atOnce ? 0 : WINDOW_MS);
	}
};

/**
 * Begins to deliver to paths under `to`. What could not be delivered is kept in localStorage as `prefix` + `pageId`; what
 * earlier pages left there is taken over.
 */
export const openOutbox = (to: string, prefix: string, pageId: string): void => {
	host = to;
	key = prefix + pageId;
	withStorage((storage) => {
		for (const name in storage) {
			if (!name.startsWith(prefix)) continue;
			const text = storage[name];
			// Removed first: what cannot be read must not be met again on every page.
			delete storage[name];
			queued.push(...JSON.parse(text));
		}
	});
	listen("online", flush);
};
