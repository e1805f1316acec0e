/** Whether one more event of the site may be taken now. */
export type FairShare = (site: number) => boolean;

export interface FairShareOptions {
	/** Whether the gateway has more to do than it can. */
	isPressed: () => boolean;
	/** Monotonic, in ms. */
	clock?: () => number;
}

/** Short enough to follow a burst, long enough to count. */
const WINDOW_MS = 200;
/** Any site may have so many in a window: below 500/s none is the reason for the pressure. */
const LEAST_SHARE = 100;

/**
 * Under pressure no site gets more than the mean of what all of them were given in the window before: what one site
 * sends beyond that is refused, until the others have what they ask for. Without pressure everyone gets everything.
 */
export const fairShare = ({
	isPressed,
	clock = () => performance.now(),
}: FairShareOptions): FairShare => {
	let taken = new Map<number, number>();
	let total = 0;
	let share = Number.POSITIVE_INFINITY;
	let windowEndsAt = clock() + WINDOW_MS;

	const turnOver = (now: number) => {
		share =
			isPressed() && taken.size > 1
				? Math.max(LEAST_SHARE, total / taken.size)
				: Number.POSITIVE_INFINITY;
		taken = new Map();
		total = 0;
		windowEndsAt = now + WINDOW_MS;
	};

	return (site) => {
		const now = clock();
		if (now >= windowEndsAt) turnOver(now);
		const sofar = taken.get(site) ?? 0;
		if (sofar >= share) return false;
		taken.set(site, sofar + 1);
		total++;
		return true;
	};
};
