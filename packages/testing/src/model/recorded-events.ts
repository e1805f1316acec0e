import type { EventStore } from "@footfall/store";

/** The data over which statements are recorded: a row of everything that reports query after their first result. */

export const RECORDED_SITE = 1;
export const RECORDED_NOW = Date.parse("2026-03-31T12:00:00Z");
/** Days in a zone whose clock changes within the range. */
export const RECORDED_RANGE = {
	start_date: "2026-03-01",
	end_date: "2026-03-31",
	time_zone: "Europe/Berlin",
};
/** A filter on events, a negative one on events, and one on sessions. */
export const RECORDED_FILTERS = JSON.stringify([
	{ parameter: "country", type: "equals", value: ["DE"] },
	{ parameter: "pathname", type: "not_contains", value: ["/admin"] },
	{ parameter: "entry_page", type: "equals", value: ["/"] },
]);

const COLUMNS = [
	...["site_id", "event_id", "session_id", "user_id", "identified_user_id", "country", "source"],
	...["timestamp", "received_at", "source_offset", "type", "pathname", "event_name", "properties"],
];

const EVENTS: readonly (readonly [at: string, type: string, path: string, ...text: string[]])[] = [
	["2026-02-20 10:00:00", "pageview", "/"],
	["2026-03-20 10:00:00", "pageview", "/"],
	["2026-03-30 10:00:00", "pageview", "/"],
	["2026-03-30 10:01:00", "custom_event", "/", "signup", '{"plan":"pro"}'],
	["2026-03-30 10:02:00", "outbound", "/", "", '{"url":"https://other.example/"}'],
	["2026-03-30 10:03:00", "error", "/", "TypeError", '{"message":"it broke"}'],
	["2026-03-30 10:04:00", "pageview", "/a"],
	["2026-03-30 10:05:00", "performance", "/a"],
];

/** Stores two sessions of a person and one of the month before, a bot and a trait. */
export const insertRecordedEvents = async (store: EventStore): Promise<void> => {
	await store.insert(
		"events",
		COLUMNS,
		EVENTS.map(([at, type, path, name = "", properties = ""], index) => [
			...[RECORDED_SITE, `event-${index}`, at.slice(5, 10).replace("-", ""), "9", "anna", "DE"],
			...["test", at, at, index, type, path, name, properties],
		]),
	);
	await store.command(`INSERT INTO bots (site_id, timestamp, type, pathname, bot_name, bot_operator, bot_purpose)
		VALUES (${RECORDED_SITE}, '2026-03-30 10:00:00', 'pageview', '/', 'GPTBot', 'OpenAI', 'ai_training')`);
	await store.command(`INSERT INTO traits (site_id, user_id, key, value, written_at, version)
		VALUES (${RECORDED_SITE}, 'anna', 'plan', '"pro"', '2026-03-30 10:00:00', 1)`);
	await store.command(`INSERT INTO replay_chunks (site_id, session_id, batch_id, chunk, part, parts, received_at, timestamp,
			ended_at, keep_until, first_time, last_time, times, events, event_count, byte_count)
		VALUES (${RECORDED_SITE}, 330, 1, 0, 0, 1, '2026-03-30 10:00:00', '2026-03-30 10:00:00',
			'2026-03-30 10:05:00', '2100-01-01 00:00:00', 1, 2, [1, 2], ['{}', '{}'], 2, 4)`);
};
