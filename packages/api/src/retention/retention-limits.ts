/** Maximum days for which the installation keeps each kind of data; absent = the site's setting. */
export interface RetentionLimits {
	events?: number | undefined;
	users?: number | undefined;
	bots?: number | undefined;
	replays?: number | undefined;
}

/** The shorter of the installation's limit and the site's; a site's 0 means no limit of its own. */
export const shorter = (limit: number | undefined, own: number): number | undefined => {
	if (own === 0) return limit;
	return limit === undefined ? own : Math.min(limit, own);
};
