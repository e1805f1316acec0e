/** For how many days the installation keeps data of each kind at most; absent = for as long as its site says. */
export interface RetentionLimits {
	events?: number | undefined;
	users?: number | undefined;
	bots?: number | undefined;
	replays?: number | undefined;
}

/** The shorter of the installation's limit and the site's, 0 of which is none of its own. */
export const shorter = (limit: number | undefined, own: number): number | undefined => {
	if (own === 0) return limit;
	return limit === undefined ? own : Math.min(limit, own);
};
