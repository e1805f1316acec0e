import type { ClientEvent, ClientEventType } from "@footfall/shared/event";
import { createCounterSlots, textHash } from "./counter-slots.ts";
import type { Layer } from "./layer.ts";

const MINUTE_MS = 60_000;
/** Page loads are counted over this many clock minutes. */
const MINUTES = 5;
/** Limits of unviewed page loads in that time: one for all, and one for those outside the busiest minute. */
const MOST_LOADS = 250;
const MOST_LASTING_LOADS = 100;
/** In a crowd, more than one page load in this many is viewed. */
const LOADS_FOR_A_LOOK = 20;
/** Fewer ms in view do not count as a view: an automated browser shows its pages too. */
const LOOK_MS = 3_000;
/** Clients, as site, address and agent, that are tracked at once. */
const SLOTS = 16_384;

/** What a person does on a page. */
const ACTIONS: ReadonlySet<ClientEventType> = new Set([
	"button_click",
	"copy",
	"form_submit",
	"input_change",
	"outbound",
]);

const isLook = (event: ClientEvent) =>
	event.type === "engagement" ? event.ms_visible >= LOOK_MS : ACTIONS.has(event.type);

/** A random sample exceeds its mean by this many standard deviations once in a thousand times. */
const DEVIATIONS = 3;
/** The limit for one of several processes among which a proxy distributes a visitor's requests. */
const partOf = (limit: number, workers: number) =>
	Math.min(limit, Math.ceil(limit / workers + DEVIATIONS * Math.sqrt(limit / workers)));

/**
 * Finds browsers that load page after page for minutes while nobody views them. A crowd behind one address comes within
 * a minute, and views its pages in the others; a page's other events do not matter here. A hit alone marks an event as
 * suspected and drops nothing. State is kept in this process only; its clock is the time at which events happened.
 */
export const createRateAnomaly = (workers = 1): Layer => {
	const slots = createCounterSlots(SLOTS);
	/** The latest minute of each client; for each of its minutes, the page loads and those that were viewed. */
	const latest = new Int32Array(SLOTS);
	const loads = new Uint16Array(SLOTS * MINUTES);
	const looks = new Uint16Array(SLOTS * MINUTES);
	/** The page that was viewed last, which counts once. */
	const lookedAt = new Int32Array(SLOTS);

	/** Where a client's counters of a minute are; -1 if that is too long ago. */
	const counterAt = (slot: number, minute: number): number => {
		const first = slot * MINUTES;
		if (slots.isNew()) {
			loads.fill(0, first, first + MINUTES);
			looks.fill(0, first, first + MINUTES);
			latest[slot] = minute;
			lookedAt[slot] = 0;
		}
		const ahead = minute - (latest[slot] as number);
		if (ahead <= -MINUTES) return -1;
		for (let step = 1; step <= Math.min(ahead, MINUTES); step++) {
			const at = first + ((minute - ahead + step) % MINUTES);
			loads[at] = 0;
			looks[at] = 0;
		}
		if (ahead >= MINUTES) {
			loads.fill(0, first, first + MINUTES);
			looks.fill(0, first, first + MINUTES);
		}
		if (ahead > 0) latest[slot] = minute;
		return first + (minute % MINUTES);
	};

	const judge = (slot: number, parts: number): string | undefined => {
		let all = 0;
		let busiest = 0;
		let seen = 0;
		for (let at = slot * MINUTES; at < (slot + 1) * MINUTES; at++) {
			const count = loads[at] as number;
			all += count;
			if (count > busiest) busiest = count;
			seen += looks[at] as number;
		}
		if (seen * LOADS_FOR_A_LOOK >= all) return undefined;
		const most = partOf(MOST_LOADS, parts);
		const mostLasting = partOf(MOST_LASTING_LOADS, parts);
		const looked = `${seen} of ${all} page loads in ${MINUTES} minutes looked at`;
		if (all > most) return `${looked}, more than ${most} loads`;
		if (all - busiest > mostLasting)
			return `${looked}, more than ${mostLasting} beside the busiest minute`;
		return undefined;
	};

	return ({ event, context, heldMs }) => {
		const { site, address, userAgent, receivedAt, isProxied } = context;
		// Without page loads, the number of viewed pages is unknown.
		if (event?.page_id === undefined || address === "") return undefined;
		const minute = Math.max(0, Math.floor((receivedAt - heldMs) / MINUTE_MS));
		const key = textHash(address, Math.imul(site.settings.siteId, 0x85ebca6b) ^ userAgent.number);
		const slot = slots.of(key, receivedAt);
		const at = counterAt(slot, minute);
		if (at === -1) return undefined;
		if (event.type === "pageview") loads[at] = Math.min(65_535, (loads[at] as number) + 1);
		else if (isLook(event)) {
			const page = textHash(event.page_id);
			if (lookedAt[slot] !== page) looks[at] = Math.min(65_535, (looks[at] as number) + 1);
			lookedAt[slot] = page;
		}
		return judge(slot, isProxied ? workers : 1);
	};
};
