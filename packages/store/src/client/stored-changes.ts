import type { EventStore } from "./event-store.ts";

const DAY_MS = 86_400_000;
/** Sites, and days of sites, that are tracked separately; beyond it, all count as changed once. */
const MOST_DAYS = 10_000;

const daySinceEpoch = (timestamp: unknown) => {
	// A number is in milliseconds, a text in UTC.
	const ms =
		typeof timestamp === "string" ? Date.parse(`${timestamp.replace(" ", "T")}Z`) : timestamp;
	return typeof ms === "number" ? Math.floor(ms / DAY_MS) : Number.NaN;
};

const placeOf = (site: number, day: number) => `${site} ${day}`;

/** The sites and days of a block of events; undefined if its cells do not contain them. */
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

/** The sites of a block; undefined if its cells do not contain them. */
const sitesOf = (columns: readonly string[], rows: readonly (readonly unknown[])[]) => {
	const ofSite = columns.indexOf("site_id");
	const sites = new Set<number>();
	for (const row of rows) {
		const site = row[ofSite];
		if (typeof site !== "number") return undefined;
		sites.add(site);
	}
	return sites;
};

/**
 * A store that numbers the writes made through it.
 * @param isAlone whether no other process writes to its tables
 */
export const withStoredChanges = (store: EventStore, isAlone: boolean): EventStore => {
	let latest = 0;
	let ofEverything = 0;
	const ofPlaces = new Map<string, number>();
	const ofSites = new Map<number, number>();
	const changeEverything = () => {
		ofEverything = ++latest;
		ofPlaces.clear();
		ofSites.clear();
	};
	const change = (sites: ReadonlySet<number>, places: ReadonlySet<string>) => {
		latest++;
		for (const place of places) ofPlaces.set(place, latest);
		for (const site of sites) ofSites.set(site, latest);
		if (ofPlaces.size > MOST_DAYS || ofSites.size > MOST_DAYS) changeEverything();
	};
	return {
		...store,
		changes: {
			isAlone,
			latest: () => latest,
			latestOfSite: (site) => Math.max(ofEverything, ofSites.get(site) ?? 0),
			latestOf: (site, days) => {
				let last = ofEverything;
				for (const day of days) last = Math.max(last, ofPlaces.get(placeOf(site, day)) ?? 0);
				return last;
			},
		},
		insert: async (table, columns, rows, options) => {
			const sites = sitesOf(columns, rows);
			const places = table === "events" ? placesOf(columns, rows) : new Set<string>();
			try {
				await store.insert(table, columns, rows, options);
			} finally {
				// A statement that failed may have stored rows.
				if (sites && places) change(sites, places);
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
