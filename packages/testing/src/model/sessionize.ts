/** Sessions computed from all that browsers sent, as if all of it had arrived. */

/** The values that decide about an event's session. */
export interface SentEvent {
	site: number;
	user: number;
	identified: string;
	/** ms since the epoch. */
	at: number;
	type: string;
	pageId: string;
}

const REST_MS = 30 * 60_000;
const DAY_MS = 24 * 3_600_000;

/** An act of a visitor; measurements only add to a viewed page. */
export const isAct = ({ type }: Pick<SentEvent, "type">): boolean =>
	type !== "engagement" && type !== "performance";

const byKey = <Event>(events: readonly Event[], keyOf: (event: Event) => string) => {
	const groups = new Map<string, Event[]>();
	for (const event of events) {
		const group = groups.get(keyOf(event));
		if (group) group.push(event);
		else groups.set(keyOf(event), [event]);
	}
	return [...groups.values()];
};

/** The acts of one person's browser, split at pauses and where a session would last longer than a day. */
const sessionsOfBrowser = <Event extends SentEvent>(acts: readonly Event[]): Event[][] => {
	const sessions: Event[][] = [];
	for (const act of [...acts].sort((one, other) => one.at - other.at)) {
		const open = sessions.at(-1);
		const joins =
			open && act.at - (open.at(-1)?.at ?? 0) <= REST_MS && act.at - (open[0]?.at ?? 0) <= DAY_MS;
		if (joins) open.push(act);
		else sessions.push([act]);
	}
	return sessions;
};

/**
 * The events that are stored, with their session's number: sessions count from 1 by their first act. Measurements
 * belong to the view of their page and to its visitor; without such a view they are dropped.
 */
export const sessionize = <Event extends SentEvent>(
	events: readonly Event[],
): (Event & { session: number })[] => {
	const browser = ({ site, user, identified }: Event) => JSON.stringify([site, user, identified]);
	const acts = byKey(events.filter(isAct), browser)
		.flatMap(sessionsOfBrowser)
		.sort(([one], [other]) => (one?.at ?? 0) - (other?.at ?? 0))
		.flatMap((session, index) => session.map((act) => ({ ...act, session: index + 1 })));
	const measurements = events
		.filter((event) => !isAct(event) && event.pageId !== "")
		.flatMap((event) => {
			const view = acts
				.filter(({ type, site, pageId, at }) =>
					type === "pageview" && site === event.site && pageId === event.pageId
						? at <= event.at && event.at - at <= DAY_MS
						: false,
				)
				.sort((one, other) => one.at - other.at)
				.at(-1);
			if (!view) return [];
			const { user, identified, session } = view;
			return [{ ...event, user, identified, session }];
		});
	return [...acts, ...measurements];
};
