import { LRUCache } from "lru-cache";

/** What an event reveals about its sender. */
export interface SenderTraits {
	address: string;
	userAgent: string;
	screenWidth?: number | undefined;
	screenHeight?: number | undefined;
}

/** Detects sites nearly all of whose visitors seem to have one address: that of a proxy which hides theirs. */
export interface OneAddressWatch {
	/** Counts one event; true once per site and hour, when that is the case. */
	saw(site: number, sender: SenderTraits, at: number): boolean;
	/** How often it was detected. */
	found(): number;
}

const HOUR_MS = 3_600_000;
const LEAST_EVENTS = 200;
const SHARE = 0.95;
/** User agents or screen sizes: fewer may be one busy person, or a family. */
const LEAST_KINDS = 20;
/** Sites that are tracked at once, each in some 2 KB at most. */
const MAX_SITES = 5_000;

/** FNV-1a: mistaking two texts for one is harmless here, and a number keeps no request in memory. */
const hashOf = (text: string): number => {
	let hash = 0x811c9dc5;
	for (let index = 0; index < text.length; index++)
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	return hash;
};

const watchHour = (hour: number) => ({
	hour,
	events: 0,
	/** The only address that can have the majority, by Boyer-Moore voting, and its events since. */
	address: 0,
	votes: 0,
	ofAddress: 0,
	userAgents: new Set<number>(),
	screens: new Set<number>(),
	isFound: false,
});
type WatchedHour = ReturnType<typeof watchHour>;

const addTo = (kinds: Set<number>, kind: number) => {
	if (kinds.size < LEAST_KINDS) kinds.add(kind);
};

const count = (watched: WatchedHour, sender: SenderTraits) => {
	watched.events++;
	const address = hashOf(sender.address);
	if (address !== watched.address) {
		watched.votes--;
		if (watched.votes >= 0) return;
		Object.assign(watched, { address, votes: 0, ofAddress: 0 });
		watched.userAgents.clear();
		watched.screens.clear();
	}
	watched.votes++;
	watched.ofAddress++;
	addTo(watched.userAgents, hashOf(sender.userAgent));
	addTo(watched.screens, (sender.screenWidth ?? 0) * 65_536 + (sender.screenHeight ?? 0));
};

/** Memory is bounded: per site and hour, one address and a few kinds of clients are kept. */
export const createOneAddressWatch = (): OneAddressWatch => {
	const sites = new LRUCache<number, WatchedHour>({ max: MAX_SITES });
	let found = 0;
	return {
		saw: (site, sender, at) => {
			if (sender.address === "") return false;
			const hour = Math.floor(at / HOUR_MS);
			let watched = sites.get(site);
			if (watched?.hour !== hour) {
				watched = watchHour(hour);
				sites.set(site, watched);
			}
			if (watched.isFound) return false;
			count(watched, sender);
			watched.isFound =
				watched.events >= LEAST_EVENTS &&
				watched.ofAddress >= SHARE * watched.events &&
				Math.max(watched.userAgents.size, watched.screens.size) >= LEAST_KINDS;
			if (watched.isFound) found++;
			return watched.isFound;
		},
		found: () => found,
	};
};
