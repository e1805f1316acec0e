/** A group that was made of a minified stack, and the error that it is by its sources. */
export interface ErrorAlias {
	/** As the gateway has stored it with the occurrences. */
	rawGroup: string;
	/** The id of the error, as `/errors/names` lists it. */
	canonicalGroup: string;
}

/** The aliases of a site's errors. */
export interface ErrorAliases {
	/** The latest first, at most 5,000: they are bound to statements. */
	ofSite(siteId: number): Promise<readonly ErrorAlias[]>;
}
