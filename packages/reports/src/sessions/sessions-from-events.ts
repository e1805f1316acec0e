import {
	COUNTED,
	FIRST,
	FIRST_NUMBERS,
	LEARNT,
	type SessionEvent,
	type StoredSession,
} from "./session-attributes.ts";

/** A 64-bit id as the wire has it: 16 lower-case hex characters. */
const hexOf = (id: string) => BigInt(id).toString(16).padStart(16, "0");

/** The first text that is one, "" where there is none. */
const firstKnown = (
	events: readonly SessionEvent[],
	textOf: (event: SessionEvent) => string,
): string => {
	for (const event of events) {
		const text = textOf(event);
		if (text !== "") return text;
	}
	return "";
};

const NOWHERE: ReadonlySet<string> = new Set(["Direct", "Internal", ""]);

const channelOf = (first: SessionEvent, events: readonly SessionEvent[]): string =>
	(events.find(({ channel }) => !NOWHERE.has(channel)) ?? first).channel || "Direct";

const countsOf = (events: readonly SessionEvent[]): number[] =>
	Object.values(COUNTED).map((type) => events.filter((event) => event.type === type).length);

/** @param events of one session, in their order */
const sessionFrom = (events: readonly SessionEvent[]): StoredSession | undefined => {
	const first = events[0];
	const last = events.at(-1);
	if (!first || !last) return undefined;
	const lastFirst = events.toReversed();
	const learnt = (name: keyof typeof LEARNT) => firstKnown(events, LEARNT[name].of);
	return {
		of_session_id: hexOf(first.session),
		of_user_id: hexOf(first.visitor),
		of_identified_user_id: firstKnown(lastFirst, (event) => event.identified_user_id),
		of_first: FIRST.map((name) => first[name]),
		of_first_numbers: FIRST_NUMBERS.map((name) => first[name]),
		of_referrer: learnt("referrer"),
		of_tag: learnt("tag"),
		of_utm_source: learnt("utm_source"),
		of_utm_medium: learnt("utm_medium"),
		of_utm_campaign: learnt("utm_campaign"),
		of_utm_term: learnt("utm_term"),
		of_utm_content: learnt("utm_content"),
		of_channel: channelOf(first, events),
		of_entry_page: firstKnown(events, ({ pathname }) => pathname),
		of_exit_page: firstKnown(lastFirst, ({ pathname }) => pathname),
		of_counts: countsOf(events),
		of_ip: lastFirst.find(({ ip }) => ip !== null)?.ip ?? null,
		started_ms: first.at,
		ended_ms: last.at,
		duration_ms: last.at - first.at,
		all_events: events.length,
	};
};

/**
 * The same as `SESSION_COLUMNS` in the engine, the latest end first and those of one end by their id, from all rows of
 * theirs in any order. The engine takes twice as long to plan those aggregates as to hand over a few hundred rows.
 */
export const sessionsFromEvents = (events: readonly SessionEvent[]): StoredSession[] => {
	const inOrder = events.toSorted(
		(one, other) => one.at - other.at || one.source_offset - other.source_offset,
	);
	const bySession = new Map<string, SessionEvent[]>();
	for (const event of inOrder) {
		const known = bySession.get(event.session);
		if (known) known.push(event);
		else bySession.set(event.session, [event]);
	}
	return [...bySession.values()]
		.flatMap((ofOne) => sessionFrom(ofOne) ?? [])
		.sort(
			(one, other) =>
				other.ended_ms - one.ended_ms || (one.of_session_id < other.of_session_id ? -1 : 1),
		);
};
