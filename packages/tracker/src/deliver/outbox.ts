import { listen } from "../browser/listen.ts";
import { nativeProperty } from "../browser/native-property.ts";
import { withStorage } from "../browser/with-storage.ts";
import { json } from "../guard/json.ts";
import { envelope } from "./envelope.ts";
import { send } from "./send.ts";

/** Events within this time are sent together. */
const WINDOW_MS = 250;
/** Requests that outlive the page share 64 KiB, and a character takes up to three bytes. */
const MAX_CHARACTERS_IN_FLIGHT = 20_000;
/** A site's pages share 5 MB of storage; a write beyond it fails as a whole. */
const MAX_KEPT_CHARACTERS = 150_000;
/** The gateway recognises an event for so long, so that no retry counts twice. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
/** Pauses between retries grow up to about four minutes. */
const MAX_DOUBLINGS = 8;

/** All unanswered entries, oldest first, most of them as JSON already; those in flight come first. */
let queued: (object | string)[] = [];
/** How many of them are in flight. */
let inFlight = 0;
let failures = 0;
/** Of the next request, if one is planned. */
let timer: ReturnType<typeof setTimeout> | undefined;
let url: string;
let key: string;
let isClosed = false;

/** Writes the entries as JSON, once, and forgets those that the gateway would not recognise when they come twice. */
const write = () => {
	queued = queued
		.map((entry) => (typeof entry === "string" ? entry : json(entry)))
		// An entry begins with its time, unless an older script has saved it.
		.filter((text) => !(+text.slice(1, 14) < Date.now() - MAX_AGE_MS));
	return queued as string[];
};

/** Saves undelivered entries for other pages; if there are too many, without the oldest. */
const keep = () =>
	withStorage((storage) => {
		let kept = write();
		while (`${kept}`.length > MAX_KEPT_CHARACTERS) kept = kept.slice(1);
		storage[key] = `[${kept}]`;
	});

/** Sends what waits, as far as there is room beside what is in flight; more than that only if nothing else is. */
const flush = () => {
	let room = MAX_CHARACTERS_IN_FLIGHT;
	timer = clearTimeout(timer) as undefined;
	const taken = write().filter(({ length }, place) => {
		room -= length;
		return place >= inFlight && room + length > 0;
	});
	if (!taken[0]) return;
	inFlight += taken.length;
	send(url, `${json(envelope()).slice(0, -1)},${taken}]`).then((pause) => {
		inFlight -= taken.length;
		if (pause) {
			clearTimeout(timer);
			const seconds = Math.max(pause, 2 ** Math.min(failures++, MAX_DOUBLINGS));
			if (!isClosed) timer = setTimeout(flush, 1000 * seconds);
			keep();
		} else {
			queued = queued.filter((entry) => !taken.includes(entry as string));
			failures = 0;
			withStorage((storage) => delete storage[key]);
			// What came meanwhile waits its time, as a view does not have its title yet. But this may be the last code of a page
			// that is closing, so what remains is sent, and what has no room is saved again.
			if (!timer || nativeProperty("hidden")) leave();
		}
	});
};

/** Called whenever the page may end: sends as much as possible now and saves the rest for the next page. */
export const leave = (): void => {
	// The last request is sent even after failures, at the risk of losing it with the page: browsers abort requests in
	// flight when a navigation begins, which only looks like a failure.
	flush();
	if (failures || queued[inFlight] || !navigator.onLine) keep();
};

/** Reopens the outbox after a close. */
export const reopenOutbox = (): void => {
	isClosed = false;
};

/** Sends the waiting entries once; failed ones are left to the next page. */
export const closeOutbox = (): void => {
	leave();
	isClosed = true;
};

/** Adds an entry, which is sent with others of a short time or, on request, with those of this task only. */
export const push = (entry: readonly unknown[], atOnce?: boolean): void => {
	queued.push(entry);
	if (nativeProperty("hidden")) queueMicrotask(leave);
	// In its own task, because the first request of a page takes as long as the rest of the script.
	else timer ||= setTimeout(flush, atOnce ? 0 : WINDOW_MS);
};

/**
 * Starts delivery to `to`. Undelivered entries are saved in localStorage as `prefix` + `pageId`; those of earlier pages
 * are taken over.
 */
export const openOutbox = (to: string, prefix: string, pageId: string): void => {
	url = to;
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
