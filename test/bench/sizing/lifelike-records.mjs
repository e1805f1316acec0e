import { createChance } from "@footfall/demo-data/chance";
import { trafficOf } from "@footfall/demo-data/traffic";
import { eventFields } from "@footfall/shared/event-fields";
import { BOT_LAYERS, encodeQueuedEvent } from "@footfall/shared/queued-event";

const DAY_MS = 86_400_000;
/** As in the example traffic. */
const EVENTS_PER_VISIT = 7.5;
/** The traffic grows: the later half of the days has this many times the average. */
const LATER_HALF = 1.125;
/** Between an event and its receipt. */
const DELAY_MS = 60;

const EMPTY = {
	text: "",
	json: "{}",
	texts: {},
	number: 0,
	integer: 0,
};

const stored = eventFields.filter(({ column }) => column !== undefined);

const hexOf = (id) => BigInt(id).toString(16).padStart(16, "0");

const verdictOf = (row) => ({
	layers: BOT_LAYERS.filter((layer) => row[layer] === 1),
	category: row.bot_category,
	matchedPattern: row.matched_ua_pattern,
	name: row.bot_name,
	operator: row.bot_operator,
	purpose: row.bot_purpose,
	claim: "",
	asnProvider: row.asn_org,
	evidence: [],
});

/**
 * The records that a gateway appends for the example traffic of the days that end at `end`, in the order of their
 * arrival, with `events` events in the later half. Ids of pages and events are made as the tracker makes them. With
 * `withinMs`, all of them arrive within that time before `end`, as a backlog does.
 */
export const lifelikeRecords = function* ({ site, days, events, end, withinMs }) {
	const hurry = withinMs === undefined ? 1 : withinMs / (days * DAY_MS);
	const arrivalOf = (time) => Math.round(end - (end - time) * hurry);
	const chance = createChance(7);
	const visitsPerDay = events / (days / 2) / EVENTS_PER_VISIT / LATER_HALF;
	for (const traffic of trafficOf({ seed: 1, days, visitsPerDay, now: end - 1 })) {
		const pages = new Map();
		/** As in the tracker: a random text and the time when the page was opened, and a number for each of its events. */
		const idOf = ({ session_id: session, type, timestamp }) => {
			const isNew = type === "pageview" || !pages.has(session);
			const page = isNew
				? { id: chance.share().toString(36).slice(2, 13) + timestamp, sequence: 0 }
				: pages.get(session);
			pages.set(session, page);
			return { id: `${page.id}.${page.sequence}`, pageId: page.id, sequence: page.sequence++ };
		};
		const rows = [...traffic.events, ...traffic.bots].sort(
			(one, other) => one.timestamp - other.timestamp,
		);
		for (const row of rows) {
			const event = { v: 1 };
			for (const { name, column, kind, isOptional } of stored) {
				const value = row[column] ?? undefined;
				if (value !== undefined) event[name] = value;
				else if (!isOptional) event[name] = EMPTY[kind];
			}
			const visitor = hexOf(row.user_id);
			Object.assign(event, idOf(row), {
				site,
				visitor,
				occurredAt: arrivalOf(row.timestamp),
				receivedAt: arrivalOf(row.timestamp) + DELAY_MS,
			});
			if (row.bot_category !== undefined) event.bot = verdictOf(row);
			yield { key: `${site}:${visitor}`, value: encodeQueuedEvent(event) };
		}
	}
};
