const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const requireId = (importId: string): void => {
	if (!UUID.test(importId)) throw new TypeError(`${importId} is not the id of an import`);
};

/** What the names of an import's staging tables differ in. */
export const STAGING_SUFFIX = /_(?:bots|figures|searches)$/;

/** Names that `stagingOf` returns, and names derived from them. */
export const STAGING =
	/^import_[0-9a-f]{8}(_[0-9a-f]{4}){3}_[0-9a-f]{12}(_bots|_figures|_searches)?$/;

/** Where the store keeps an import's events until all of them have arrived. */
export const stagingOf = (importId: string): string => {
	requireId(importId);
	return `import_${importId.replaceAll("-", "_")}`;
};

/** The `source` of an import's rows. */
export const sourceOf = (importId: string): string => {
	requireId(importId);
	return `import:${importId}`;
};
