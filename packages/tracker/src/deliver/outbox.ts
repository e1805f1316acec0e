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
const MAX_RETRY_MS = 5 * 60 * 1000;

/** An event as it waits; the gateway's schema says the rest. */
export interface Waiting {
	timestamp: number;
}

/** What waits to be delivered, and when it leaves. It lives as long as its page. */
export interface Outbox {
	/** Adds an event, which leaves together with its neighbours or, on request, at once. */
	push: (event: Waiting, atOnce?: boolean) => void;
	/** To be called whenever the page may be going: all that can leaves now, the rest is kept for the next page. */
	leave: () => void;
}

const bytesOf = (event: Waiting) => new TextEncoder().encode(JSON.stringify(event)).length;

/** Without what is too old, and without the oldest of what is too much. */
const fitting = (events: Waiting[]) => {
	const oldest = Date.now() - MAX_AGE_MS;
	const kept = events.filter(({ timestamp }) => timestamp > oldest);
	while (JSON.stringify(kept).length > MAX_KEPT_CHARACTERS) kept.shift();
	return kept;
};

/**
 * Delivers to `url` in small batches. What could not be delivered is kept in localStorage as `prefix` + `pageId`; what
 * earlier pages left there is taken over.
 */
export const createOutbox = (url: string, prefix: string, pageId: string): Outbox => {
	let waiting: Waiting[] = [];
	let underWay: Waiting[] = [];
	let bytesUnderWay = 0;
	let failures = 0;
	let isKept = false;
	let timer: ReturnType<typeof setTimeout> | undefined;

	/** Writes down, where that is possible, all that nobody has answered for. */
	const keep = () => {
		const events = fitting([...underWay, ...waiting]);
		stored((storage) => {
			storage.removeItem(prefix + pageId);
			isKept = events.length > 0;
			if (isKept) storage.setItem(prefix + pageId, JSON.stringify(events));
		});
	};

	const flush = () => {
		clearTimeout(timer);
		timer = undefined;
		const events: Waiting[] = [];
		let bytes = 0;
		for (const event of waiting) {
			const more = bytesOf(event);
			if (bytesUnderWay + bytes + more > MAX_BYTES_UNDER_WAY) break;
			bytes += more;
			events.push(event);
		}
		if (!bytes) return;
		waiting.splice(0, events.length);
		underWay.push(...events);
		bytesUnderWay += bytes;
		send(url, JSON.stringify({ events, sent_at: Date.now() })).then((pauseMs) => {
			underWay = underWay.filter((event) => !events.includes(event));
			bytesUnderWay -= bytes;
			if (pauseMs) {
				waiting = fitting([...events, ...waiting]);
				clearTimeout(timer);
				timer = setTimeout(flush, Math.max(pauseMs, Math.min(1000 * 2 ** failures, MAX_RETRY_MS)));
				failures++;
			} else {
				failures = 0;
				flush();
			}
			if (pauseMs || isKept) keep();
		});
	};

	const leave = () => {
		// While the server or the network is away, the last request may be lost together with the page. It is made all the
		// same: browsers abort what is under way when a navigation begins, which looks like a failure and is none.
		flush();
		if (failures || waiting[0] || !navigator.onLine) keep();
	};

	stored((storage) => {
		for (const key of Object.keys(storage)) {
			if (!key.startsWith(prefix)) continue;
			const text = storage.getItem(key);
			// Removed first: what cannot be read must not be met again on every page.
			storage.removeItem(key);
			waiting.push(...JSON.parse(`${text}`));
		}
	});
	listen(window, "online", flush);

	return {
		push: (event, atOnce) => {
			waiting.push(event);
			if (document.hidden) queueMicrotask(leave);
			else if (failures)
				return; // The retry that is due takes it along.
			else if (atOnce) flush();
			else timer ??= setTimeout(flush, WINDOW_MS);
		},
		leave,
	};
};
