const DAY_MS = 86_400_000;

interface Release {
	version: string;
	/** How many days before the last one it was deployed. */
	daysAgo: number;
	title: string;
	description?: string;
}

/** The releases of the site's code, the latest first. */
export const RELEASES: readonly Release[] = [
	{ version: "1.9.0", daysAgo: 4, title: "Import from other apps" },
	{
		...{ version: "1.8.1", daysAgo: 12, title: "Faster editor" },
		description: "The editor starts in half the time",
	},
	{
		...{ version: "1.8.0", daysAgo: 20, title: "Notebooks" },
		description: "Notebooks replace folders",
	},
];
const FIRST_RELEASE = "1.7.4";

/** The release of the site's code at a time, for traffic that ends at `now`. */
export const releaseAt = (at: number, now: number): string =>
	RELEASES.find(({ daysAgo }) => at >= now - daysAgo * DAY_MS)?.version ?? FIRST_RELEASE;

/** Whether a release has an error that no other has. */
export const hasOwnError = (release: string): boolean => release === "1.8.1";
