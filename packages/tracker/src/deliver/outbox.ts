import { listen } from "../browser/listen.ts";
import { stored } from "../browser/stored.ts";
import { send } from "./send.ts";

/** Events of a short while leave together. */
const WINDOW_MS = 250;
/** Beacons and keepalive requests of a page share 64 KiB in flight; what does not fit waits for its turn. */
const MAX_BYTES_IN_FLIGHT = 60_000;
const MAX_STORED_CHARACTERS = 100_000;
/** For as long the gateway knows an event again, so that no retry is counted twice. */
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

/**
 * Delivers to `url` in small batches. What could not be delivered is kept in localStorage as `prefix` + `pageId`; what
 * earlier pages left there is taken over.
 */
export const createOutbox = (url: string, prefix: string, pageId: string): Outbox => {
	let waiting: Waiting[] = [];
	let bytesInFlight = 0;
	let failures = 0;
	let isKept = false;
	let timer: ReturnType<typeof setTimeout> | undefined;

	/** Writes down what waits, and tells whether that worked. The oldest give way when there is too much. */
	const keep = () => {
		const oldest = Date.now() - MAX_AGE_MS;
		waiting = waiting.filter(({ timestamp }) => timestamp > oldest);
		let text = JSON.stringify(waiting);
		while (text.length > MAX_STORED_CHARACTERS) {
			waiting.shift();
			text = JSON.stringify(waiting);
		}
		isKept = !!stored((storage) => {
			storage.setItem(prefix + pageId, text);
			if (!waiting[0]) storage.removeItem(prefix + pageId);
			return true;
		});
		return isKept;
	};

	const flush = () => {
		clearTimeout(timer);
		timer = undefined;
		let bytes = 0;
		let count = 0;
		for (const event of waiting) {
			const size = bytesOf(event);
			if (bytesInFlight + bytes + size > MAX_BYTES_IN_FLIGHT) break;
			bytes += size;
			count++;
		}
		if (!count) return;
		const events = waiting.splice(0, count);
		bytesInFlight += bytes;
		send(url, JSON.stringify({ events, sent_at: Date.now() })).then((pauseMs) => {
			bytesInFlight -= bytes;
			if (pauseMs) {
				waiting.unshift(...events);
				clearTimeout(timer);
				timer = setTimeout(
					flush,
					Math.max(pauseMs, Math.min(1000 * 2 ** failures++, MAX_RETRY_MS)),
				);
				keep();
			} else {
				failures = 0;
				if (isKept) keep();
				flush();
			}
		});
	};

	const leave = () => {
		// While the server or the network is away, a request would only be lost together with the page.
		if ((failures || !navigator.onLine) && keep()) return;
		flush();
		if (waiting[0]) keep();
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
			if (document.visibilityState === "hidden") queueMicrotask(leave);
			else if (failures)
				return; // The retry that is due takes it along.
			else if (atOnce) flush();
			else timer ??= setTimeout(flush, WINDOW_MS);
		},
		leave,
	};
};
