/** Polling for events and scrolling back through them, computed from the whole list. */

interface Listed {
	timestamp: string;
}

/** Events grouped by millisecond, in the order of the list. */
const byInstant = <Event extends Listed>(events: readonly Event[]): Event[][] => {
	const groups: Event[][] = [];
	for (const event of events) {
		const last = groups.at(-1);
		if (last?.[0]?.timestamp === event.timestamp) last.push(event);
		else groups.push([event]);
	}
	return groups;
};

/** The first milliseconds that together have at most `most` events. */
const wholeUpTo = <Event>(groups: readonly Event[][], most: number): Event[][] => {
	let events = 0;
	const beyond = groups.findIndex((group) => {
		events += group.length;
		return events > most;
	});
	return beyond === -1 ? [...groups] : groups.slice(0, beyond);
};

/**
 * The events of a page.
 * @param events all of them, newest first
 */
export const pageOfEvents = <Event extends Listed>(
	events: readonly Event[],
	before: string | undefined,
	size: number,
) => {
	const groups = byInstant(events.filter(({ timestamp }) => !before || timestamp < before));
	const fitting = wholeUpTo(groups, size);
	const shown = fitting.length > 0 ? fitting : groups.slice(0, 1);
	const data = shown.flat();
	return {
		data,
		cursor: {
			hasMore: groups.length > shown.length,
			oldestTimestamp: data.at(-1)?.timestamp ?? null,
		},
	};
};

/**
 * The response to a poll for newer events.
 * @param events all of them, newest first
 */
export const polledEvents = <Event extends Listed>(
	events: readonly Event[],
	since: string,
	most = 500,
): Event[] => {
	const newer = events.filter(({ timestamp }) => timestamp > since).reverse();
	const fitting = wholeUpTo(byInstant(newer), most).flat();
	return (fitting.length > 0 ? fitting : newer.slice(0, most)).reverse();
};
