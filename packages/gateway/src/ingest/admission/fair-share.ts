/** Whether one more event of the site may be accepted now. */
export type FairShare = (site: number) => boolean;

/** Short enough to follow a burst, long enough to count. */
const WINDOW_MS = 200;
/** Every site may have this many in a window: below 500/s, no site is the cause of the pressure. */
const LEAST_SHARE = 100;
/** Fast down, so that the others are unaffected within a second; slow up, so that it does not oscillate. */
const SHARE_UNDER_PRESSURE = 0.5;
const SHARE_WITHOUT_PRESSURE = 1.1;

/**
 * Finds the most that any one site may send in a window so that there is no pressure: under pressure, the limit is
 * halved from what the largest site sent, down to the mean of all sites; without pressure, it grows again. Sites that
 * send less are never refused anything.
 * @param isPressed whether the gateway has more to do than it can
 * @param clock monotonic, in ms
 */
export const createFairShare = (
	isPressed: () => boolean,
	clock: () => number = () => performance.now(),
): FairShare => {
	let taken = new Map<number, number>();
	let total = 0;
	let share = Number.POSITIVE_INFINITY;
	let windowEndsAt = clock() + WINDOW_MS;

	const nextShare = (): number => {
		const sites = taken.size;
		const largest = Math.max(...taken.values());
		if (!isPressed()) {
			const grown = share * SHARE_WITHOUT_PRESSURE;
			// No site sends that much any more.
			return sites === 0 || grown > 2 * largest ? Number.POSITIVE_INFINITY : grown;
		}
		if (sites < 2) return Number.POSITIVE_INFINITY;
		return Math.max(LEAST_SHARE, total / sites, Math.min(share, largest) * SHARE_UNDER_PRESSURE);
	};

	return (site) => {
		const now = clock();
		if (now >= windowEndsAt) {
			share = nextShare();
			taken = new Map();
			total = 0;
			windowEndsAt = now + WINDOW_MS;
		}
		const sofar = taken.get(site) ?? 0;
		if (sofar >= share) return false;
		taken.set(site, sofar + 1);
		total++;
		return true;
	};
};
