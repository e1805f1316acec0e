/** What somebody has decided about an error. */
export interface ErrorDecision {
	/** As `/errors/names` lists it. */
	errorId: string;
	state: "resolved" | "ignored";
	/** The release in which it is resolved; null for now and all releases. */
	release: string | null;
	/** Ignored until it has occurred this many times since; null without such an end. */
	untilCount: number | null;
	/** Ignored until then; null without such an end. */
	untilTime: Date | null;
	decidedAt: Date;
	/** Name of the person; null for a key of the organization, and once the account is gone. */
	decidedBy: string | null;
}

/** The decisions about a site's errors. */
export interface ErrorDecisions {
	/** The latest first, at most 10,000. */
	ofSite(siteId: number): Promise<readonly ErrorDecision[]>;
}
