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

/** Days by site. */
type Places = Map<number, Set<number>>;

/** The sites and days of a block of events; undefined if its cells do not contain them. */
const placesOf = (columns: readonly string[], rows: readonly (readonly unknown[])[]) => {
	const [ofSite, ofTimestamp] = [columns.indexOf("site_id"), columns.indexOf("timestamp")];
	const places: Places = new Map();
	for (const row of rows) {
		const [site, day] = [row[ofSite], daySinceEpoch(row[ofTimestamp])];
		if (typeof site !== "number" || Number.isNaN(day)) return undefined;
		const days = places.get(site) ?? new Set();
		places.set(site, days.add(day));
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
	let ofFigures = 0;
	let knownDays = 0;
	const ofPlaces = new Map<number, Map<number, number>>();
	const ofSites = new Map<number, number>();
	const changeEverything = () => {
		ofEverything = ++latest;
		knownDays = 0;
		ofPlaces.clear();
		ofSites.clear();
	};
	const change = (sites: ReadonlySet<number>, places: Places) => {
		latest++;
		for (const [site, days] of places) {
			const known = ofPlaces.get(site) ?? new Map<number, number>();
			ofPlaces.set(site, known);
			knownDays -= known.size;
			for (const day of days) known.set(day, latest);
			knownDays += known.size;
		}
		for (const site of sites) ofSites.set(site, latest);
		if (knownDays > MOST_DAYS || ofSites.size > MOST_DAYS) changeEverything();
	};
	return {
		...store,
		changes: {
			isAlone,
			latest: () => latest,
			latestOfSite: (site) => Math.max(ofEverything, ofSites.get(site) ?? 0),
			latestOf: (site, days) => {
				let last = ofEverything;
				const known = ofPlaces.get(site);
				for (const day of days) last = Math.max(last, known?.get(day) ?? 0);
				return last;
			},
			latestUntil: (site, until) => {
				let last = ofEverything;
				for (const [day, number] of ofPlaces.get(site) ?? [])
					if (day <= until) last = Math.max(last, number);
				return last;
			},
			latestOfFigures: () => Math.max(ofEverything, ofFigures),
		},
		insert: async (table, columns, rows, options) => {
			const sites = sitesOf(columns, rows);
			const places: Places | undefined = table === "events" ? placesOf(columns, rows) : new Map();
			try {
				await store.insert(table, columns, rows, options);
			} finally {
				// A statement that failed may have stored rows.
				if (sites && places) change(sites, places);
				else changeEverything();
				if (table === "imported_figures") ofFigures = latest;
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
