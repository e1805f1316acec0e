/** Whether one more event of the site fits into its rate. */
export type SiteRate = (site: number) => boolean;

/** Seconds of the sustained rate that a site may use up at once. */
const BURST_SECONDS = 10;

interface Allowance {
	left: number;
	at: number;
}

/**
 * Each site has an allowance that refills at a sustained rate; only known sites are tracked, so their number is
 * bounded.
 * @param clock monotonic, in ms
 */
export const createSiteRate = (
	eventsPerSecond: number,
	clock: () => number = () => performance.now(),
): SiteRate => {
	const burst = eventsPerSecond * BURST_SECONDS;
	const allowances = new Map<number, Allowance>();
	return (site) => {
		const now = clock();
		const allowance = allowances.get(site) ?? { left: burst, at: now };
		allowances.set(site, allowance);
		const refilled = allowance.left + ((now - allowance.at) / 1000) * eventsPerSecond;
		allowance.left = Math.min(burst, refilled);
		allowance.at = now;
		if (allowance.left < 1) return false;
		allowance.left--;
		return true;
	};
};
