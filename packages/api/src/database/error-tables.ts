import type { Generated } from "kysely";

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

/** A group of a site's errors, made of a minified stack, that was compared with its sources. */
export interface ErrorGroupAliasTable {
	siteId: number;
	/** As it is stored with the occurrences. */
	rawGroup: string;
	/** The error that it is; the same as `rawGroup` if its stacks are several errors. null if no source map fits. */
	canonicalGroup: string | null;
	/** Some of the files had no source map. */
	isPartial: Generated<boolean>;
	resolvedAt: Date;
}

/** Where the comparison of a site's errors stands; a site without source maps has no row. */
export interface ErrorGroupingTable {
	siteId: number;
	/** Groups with an occurrence that was received since then are to be compared. */
	receivedSince: Date;
	/** When its latest source map was uploaded: what lacked one is tried again. */
	mapsAt: Date;
	/** When a source map was last replaced by another: aliases from before are checked. */
	changedAt: Generated<Date>;
	nextAt: Date;
	/** A process is at it until then. */
	leaseUntil: Generated<Date>;
}
