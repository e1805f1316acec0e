import type { EventStore } from "./event-store.ts";

const DAY_MS = 86_400_000;
/** Days of sites that are told apart; beyond it, all count as changed once. */
const MOST_DAYS = 10_000;

const daySinceEpoch = (timestamp: unknown) => {
	// A number is in milliseconds, a text in UTC.
	const ms =
		typeof timestamp === "string" ? Date.parse(`${timestamp.replace(" ", "T")}Z`) : timestamp;
	return typeof ms === "number" ? Math.floor(ms / DAY_MS) : Number.NaN;
};

const placeOf = (site: number, day: number) => `${site} ${day}`;

/** The sites and days of a block of events; undefined where its cells do not tell them. */
const placesOf = (columns: readonly string[], rows: readonly (readonly unknown[])[]) => {
	const [ofSite, ofTimestamp] = [columns.indexOf("site_id"), columns.indexOf("timestamp")];
	const places = new Set<string>();
	for (const row of rows) {
		const [site, day] = [row[ofSite], daySinceEpoch(row[ofTimestamp])];
		if (typeof site !== "number" || Number.isNaN(day)) return undefined;
		places.add(placeOf(site, day));
	}
	return places;
};

/** A store that alone writes to its tables, with the numbers of its writes. */
export const withStoredChanges = (store: EventStore): EventStore => {
	let latest = 0;
	let ofEverything = 0;
	const ofPlaces = new Map<string, number>();
	const changeEverything = () => {
		ofEverything = ++latest;
		ofPlaces.clear();
	};
	const changePlaces = (places: ReadonlySet<string>) => {
		latest++;
		for (const place of places) ofPlaces.set(place, latest);
		if (ofPlaces.size > MOST_DAYS) changeEverything();
	};
	return {
		...store,
		changes: {
			latest: () => latest,
			latestOf: (site, days) => {
				let last = ofEverything;
				for (const day of days) last = Math.max(last, ofPlaces.get(placeOf(site, day)) ?? 0);
				return last;
			},
		},
		insert: async (table, columns, rows, options) => {
			const places = table === "events" ? placesOf(columns, rows) : new Set<string>();
			try {
				await store.insert(table, columns, rows, options);
			} finally {
				// A statement that failed may have stored rows.
				if (places) changePlaces(places);
				else changeEverything();
			}
		},
		command: async (...parameters) => {
			try {
				await store.command(...parameters);
			} finally {
				changeEverything();
			}
		},
	};
};
