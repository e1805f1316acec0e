import { listen } from "../browser/listen.ts";
import { monotonicNow } from "../browser/monotonic-now.ts";
import { nativeProperty } from "../browser/native-property.ts";
import { withStorage } from "../browser/with-storage.ts";
import { json } from "../guard/json.ts";
import { send } from "./send.ts";

/** Events within this time are sent together. */
const WINDOW_MS = 250;
/** Requests that outlive the page share 64 KiB; the rest waits. */
const MAX_BYTES_IN_FLIGHT = 60_000;
/** A site's pages share 5 MB of storage; a write beyond it fails as a whole. */
const MAX_KEPT_CHARACTERS = 100_000;
/** The gateway recognises an event for so long, so that no retry counts twice. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
/** Pauses between retries grow up to about four minutes. */
const MAX_DOUBLINGS = 8;

/** A queued event or, without a type, a user's traits; see the gateway's schemas. */
export interface QueuedEntry {
	readonly timestamp: number;
	readonly type?: string;
	readonly [field: string]: unknown;
}

/** All unanswered entries, oldest first; those in flight come first. */
let queued: QueuedEntry[] = [];
let inFlight: QueuedEntry[] = [];
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let host: string;
let key: string;
let isClosed = false;

/** Saves undelivered entries for other pages; if there are too many, without the oldest. */
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
			// This may be the last code of a page that is closing, so the remaining entries are saved again.
			if (nativeProperty("hidden")) leave();
			else flush();
		}
	});
	// Events that do not fit into the request.
	flush();
};

/** Called whenever the page may end: sends as much as possible now and saves the rest for the next page. */
export const leave = (): void => {
	// The last request is sent even after failures, at the risk of losing it with the page: browsers abort requests in
	// flight when a navigation begins, which only looks like a failure.
	flush();
	if (failures || queued[inFlight.length] || !navigator.onLine) keep();
};

/** Reopens the outbox after a close. */
export const reopenOutbox = (): void => {
	isClosed = false;
};

/** Sends the waiting entries once; failed ones are left to the next page. */
export const closeOutbox = (): void => {
	leave();
	isClosed = true;
	clearTimeout(timer);
};

/** Adds an event, which is sent with others of a short time or, on request, with those of this task only. */
export const push = (event: QueuedEntry, atOnce?: boolean): void => {
	queued.push(event);
	if (nativeProperty("hidden")) queueMicrotask(leave);
	// Otherwise the scheduled retry includes it.
	else if (!failures && (atOnce || !timer)) {
		// In its own task, because the first request of a page takes as long as the rest of the script.
		flushIn(atOnce ? 0 : WINDOW_MS);
	}
};

/**
 * Starts delivery to paths under `to`. Undelivered entries are saved in localStorage as `prefix` + `pageId`; those of
 * earlier pages are taken over.
 */
export const openOutbox = (to: string, prefix: string, pageId: string): void => {
	host = to;
	key = prefix + pageId;
	withStorage((storage) => {
		for (const name in storage) {
			if (!name.startsWith(prefix)) continue;
			const text = storage[name];
			// Removed first, so that unreadable content does not recur on every page.
			delete storage[name];
			queued.push(...JSON.parse(text));
		}
	});
	listen("online", flush);
};
