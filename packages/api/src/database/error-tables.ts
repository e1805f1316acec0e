/** What somebody has decided about an error of a site. */
export interface ErrorStateTable {
	siteId: number;
	/** As `/errors/names` lists it. */
	errorId: string;
	state: "resolved" | "ignored";
	/** The release in which it is resolved; null for now and all releases. */
	release: string | null;
	/** Ignored until it has occurred this many times since. */
	untilCount: number | null;
	/** Ignored until then. */
	untilTime: Date | null;
	decidedAt: Date;
	/** null for an organization key, and once the account is gone. */
	userId: string | null;
}
