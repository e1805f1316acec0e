import { listen } from "../browser/listen.ts";
import { monotonicNow } from "../browser/monotonic-now.ts";
import { nativeProperty } from "../browser/native-property.ts";
import { hasOptedOut } from "../browser/opt-out.ts";
import { eachStored, withStorage } from "../browser/with-storage.ts";
import { json } from "../guard/json.ts";
import type { Entry } from "./entry.ts";
import { envelope } from "./envelope.ts";
import { explain } from "./explain.rare.ts";
import { sift } from "./sift.rare.ts";

/** Events within this time are sent together. */
const WINDOW_MS = 250;
/** Requests that outlive the page share 64 KiB, the page's own included, and a character takes up to three bytes. */
const MAX_CHARACTERS_IN_FLIGHT = 20_000;
/** The maximum number of entries that fit in a request. */
const MAX_ENTRIES = 500;
/** Limits the entries that wait for an unreachable server. */
const MAX_WAITING = 3000;
/** A site's pages share 5 MB of storage; a write beyond it fails as a whole. */
const MAX_KEPT_CHARACTERS = 300_000;
/** The gateway recognises a repeated event for this long, so that no retry counts twice. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
/** Pauses between retries grow up to about four minutes. */
const MAX_DOUBLINGS = 8;
/** Used if a server does not specify a pause. */
const NO_ADVICE = 0.5;

/** Entries to be sent, oldest first. */
let waiting: Entry[] = [];
/** Entries without an answer yet. */
let inFlight: Entry[] = [];
/** An entry that has arrived, which the gateway would recognise. */
let arrived: Entry | undefined;
let failures = 0;
let hasFailed = false;
let givenUp = 0;
/** Of the next request, if one is planned. */
let timer: ReturnType<typeof setTimeout> | undefined;
let url: string;
let key: string;
let isLeaving = false;
let isClosed = false;

/** Drops entries, together with the drop counts that they carry. */
const giveUp = (entries: readonly Entry[]) => {
	for (const { 13: measures } of entries) givenUp += 1 + (measures?.given_up ?? 0);
};

/** Saves undelivered entries for other pages; if there are too many, without the older half. */
const keep = () =>
	withStorage((storage) => {
		if (hasOptedOut()) return;
		// An entry begins with its time, unless an older script saved it.
		waiting = waiting.filter((entry) => !((entry[0] as number) < Date.now() - MAX_AGE_MS));
		let text = json([...inFlight, ...waiting]);
		while (text.length > MAX_KEPT_CHARACTERS && waiting[0]) {
			giveUp(waiting.splice(0, Math.ceil(waiting.length / 2)));
			text = json([...inFlight, ...waiting]);
		}
		storage[key] = text;
		if (text === "[]") delete storage[key];
	});

/** Whether these and the requests in flight exceed the limit for requests that outlive the page. */
const areMany = (entries: readonly Entry[]) =>
	json([...inFlight, ...entries]).length > MAX_CHARACTERS_IN_FLIGHT;

/**
 * The only network call that carries data. Resolves to 0 after a final answer, else to the minimum number of seconds
 * before a retry: also after a 400, which is an older gateway's response to what only newer ones understand. Logs
 * once per page why the gateway has accepted less than it was sent.
 *
 * The body is text without a custom content type, which needs no preflight: a preflight would not survive `pagehide`.
 */
const post = async (entries: readonly Entry[], keepalive = false): Promise<number> => {
	const body = json([...envelope(), ...entries]);
	const beacon = () => navigator.sendBeacon?.(url, body);
	try {
		const answer = await fetch(url, { method: "POST", body, keepalive, credentials: "omit" }).catch(
			() => Response.error(),
		);
		const { status } = answer;
		// A request counts towards the limit of those that outlive the page until its answer is read to the end.
		const said = await answer.text().catch(() => "");
		// JSON with 200 is from an older gateway, which accepted only entries stored by older scripts.
		if (/^(0|400|429|5|200{)/.test(status + said)) {
			// A closing page has no second attempt. A beacon confirms nothing, so it never counts as a response.
			if (!status && nativeProperty("hidden")) beacon();
			return Number(answer.headers.get("retry-after")) || NO_ADVICE;
		}
		if (status > 400 || said) explain(url, status, said);
		return 0;
	} catch {
		// The page has removed or replaced `fetch`, so only a beacon is left.
		return beacon() ? 0 : NO_ADVICE;
	}
};

/** The seconds until the next attempt, twice as many as the last time. */
const backOff = () => 2 ** Math.min(failures++, MAX_DOUBLINGS);

/**
 * Sends waiting entries, as far as the limit allows beside those in flight; more than that only if
 * nothing else is in flight.
 */
const flush = async () => {
	timer = clearTimeout(timer) as undefined;
	const isHidden = nativeProperty("hidden");
	// A page that is still loading may get its title.
	if (document.readyState > "j" && !nativeProperty("title") && !isHidden)
		return listen("DOMContentLoaded", flush);
	let taken = waiting.slice(0, MAX_ENTRIES);
	while (areMany(taken) && taken[1]) taken = taken.slice(0, taken.length / 2);
	const fits = !areMany(taken);
	if (!taken[0] || hasOptedOut() || (!fits && inFlight[0])) return;
	waiting.splice(0, taken.length);
	inFlight = [...inFlight, ...taken];
	// Requests that outlive the page share their limit with the page's own requests, which may be why the last one
	// failed.
	const pause = await post(taken, fits && (isHidden || !failures));
	const isSearch = pause === NO_ADVICE && failures && !nativeProperty("hidden");
	const left = isSearch ? await sift(taken, arrived, post, giveUp) : undefined;
	inFlight = inFlight.filter((entry) => !taken.includes(entry));
	if (hasOptedOut()) return;
	if (pause) {
		hasFailed = true;
		waiting.unshift(...(left ?? taken));
		clearTimeout(timer);
		if (!isClosed) timer = setTimeout(flush, 1000 * Math.max(pause, backOff()));
		keep();
	} else {
		[arrived] = taken;
		failures = 0;
		withStorage((storage) => delete storage[key]);
		// Later events wait for their own time, as a view does not have its title yet. But this may be the last code of a
		// closing page, so the rest is sent, and what does not fit is saved again.
		if (!timer || nativeProperty("hidden")) leave();
	}
};

/** Called whenever the page may end: sends as much as possible now and saves the rest for the next page. */
export const leave = (): void => {
	isLeaving = false;
	// The last request is sent even after failures, at the risk of losing it with the page: browsers abort requests in
	// flight when a navigation begins, which only looks like a failure.
	const isUnanswered = !!inFlight[0];
	flush();
	// Requests in flight are sent twice then, so the last request is stored only in case of doubt: if an earlier one has
	// failed, or has no response yet.
	const isDoubtful = hasFailed || isUnanswered || !navigator.onLine;
	if (waiting[0] || (inFlight[0] && isDoubtful)) keep();
};

/**
 * Dates an entry and queues it, to be sent with others of a short time or, on request, only with
 * those of this task.
 */
export const push = (entry: readonly unknown[], atOnce?: boolean): void => {
	waiting.push([monotonicNow(), ...entry]);
	giveUp(waiting.splice(0, waiting.length - MAX_WAITING));
	// In its own task, because the first request of a page takes as long as the rest of the script.
	if (!nativeProperty("hidden")) timer ||= setTimeout(flush, atOnce ? 0 : WINDOW_MS);
	else if (!isLeaving) {
		isLeaving = true;
		queueMicrotask(leave);
	}
};

/** The number of events dropped since the last call. */
export const takeGivenUp = (): number | undefined => {
	const count = givenUp || undefined;
	givenUp = 0;
	return count;
};

/** Drops everything that waits. */
export const discard = (): void => {
	waiting = [];
	inFlight = [];
};

/**
 * Starts delivery to `to`. Undelivered entries are saved in localStorage as `prefix` + `pageId`; those of earlier pages
 * are taken over.
 */
export const openOutbox = (to: string, prefix: string, pageId: string): void => {
	url = to;
	key = prefix + pageId;
	// Behind the entries of this page, which one of them could block.
	queueMicrotask(() => eachStored(prefix, (text) => waiting.push(...JSON.parse(text))));
	listen("online", flush);
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
