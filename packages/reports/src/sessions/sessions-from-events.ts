import {
	COUNTED,
	FIRST,
	FIRST_NUMBERS,
	KNOWN_BY,
	LEARNT,
	type SessionEvent,
	type StoredSession,
} from "./session-attributes.ts";

/** A 64-bit id in the wire format: 16 lower-case hex characters. */
const hexOf = (id: string) => BigInt(id).toString(16).padStart(16, "0");

/** The first non-empty text, "" if there is none. */
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

const channelOf = (first: SessionEvent, acts: readonly SessionEvent[]): string =>
	(acts.find(({ channel }) => !NOWHERE.has(channel)) ?? first).channel || "Direct";

const countsOf = (acts: readonly SessionEvent[]): number[] =>
	Object.values(COUNTED).map((type) => acts.filter((act) => act.type === type).length);

const isAct = ({ type }: SessionEvent) => type !== "engagement" && type !== "performance";
const DAY_MS = 86_400_000;

/** A session ends with its last act, or when its last page was left, whichever is later. */
const endOf = (events: readonly SessionEvent[], last: SessionEvent): number => {
	const at = events.findLastIndex(({ type }) => type === "pageview");
	const view = events[at];
	if (!view || view.page_id === "") return last.at;
	// Earlier times belong to earlier views, of which a page load may have any number.
	const visible = events
		.slice(at + 1)
		.reduce(
			(sum, { type, page_id, ms_visible }) =>
				type === "engagement" && page_id === view.page_id
					? sum + Math.trunc(Math.min(ms_visible ?? 0, DAY_MS))
					: sum,
			0,
		);
	return Math.max(last.at, view.at + Math.min(visible, DAY_MS));
};

const numbersOf = (acts: readonly SessionEvent[]): number[] => {
	const sized = acts.find((act) => act.screen_width !== 0 && act.screen_height !== 0);
	const placed = acts.find(({ lat, lon }) => lat !== 0 || lon !== 0);
	return FIRST_NUMBERS.map(
		(name) => (name === "lat" || name === "lon" ? placed : sized)?.[name] ?? 0,
	);
};

/** @param events of one session, in their order */
const sessionFrom = (events: readonly SessionEvent[]): StoredSession | undefined => {
	const acts = events.filter(isAct);
	const first = acts[0];
	const last = acts.at(-1);
	if (!first || !last) return undefined;
	const lastFirst = acts.toReversed();
	const learnt = (name: keyof typeof LEARNT) => firstKnown(acts, LEARNT[name].of);
	const ended = endOf(events, last);
	return {
		of_session_id: hexOf(first.session),
		of_user_id: hexOf(first.visitor),
		of_identified_user_id: firstKnown(lastFirst, (act) => act.identified_user_id),
		of_first: FIRST.map(
			(name) => acts.find((act) => act[KNOWN_BY[name] ?? name] !== "")?.[name] ?? "",
		),
		of_first_numbers: numbersOf(acts),
		of_referrer: learnt("referrer"),
		of_tag: learnt("tag"),
		of_utm_source: learnt("utm_source"),
		of_utm_medium: learnt("utm_medium"),
		of_utm_campaign: learnt("utm_campaign"),
		of_utm_term: learnt("utm_term"),
		of_utm_content: learnt("utm_content"),
		of_channel: channelOf(first, acts),
		of_entry_page: firstKnown(acts, ({ pathname }) => pathname),
		of_exit_page: firstKnown(lastFirst, ({ pathname }) => pathname),
		of_counts: countsOf(acts),
		of_ip: lastFirst.find(({ ip }) => ip !== null)?.ip ?? null,
		started_ms: first.at,
		ended_ms: ended,
		duration_ms: ended - first.at,
		all_events: acts.length,
	};
};

/**
 * The same as `storedSessions` in the engine, the latest end first and those of one end by their id, from all rows of
 * theirs in any order. The engine takes twice as long to plan those aggregates as to return a few hundred rows.
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
