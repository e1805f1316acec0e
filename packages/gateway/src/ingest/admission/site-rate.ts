/** Whether one more event of the site fits into its rate. */
export type SiteRate = (site: number) => boolean;

export interface SiteRateOptions {
	/** Lasting rate of each site. */
	eventsPerSecond: number;
	/** Monotonic, in ms. */
	clock?: () => number;
}

/** Seconds of the lasting rate that a site may use up at once. */
const BURST_SECONDS = 10;

interface Allowance {
	left: number;
	at: number;
}

/** Each site has an allowance that fills up at its rate; sites are known ones only, so their number is bounded. */
export const siteRate = ({
	eventsPerSecond,
	clock = () => performance.now(),
}: SiteRateOptions): SiteRate => {
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
