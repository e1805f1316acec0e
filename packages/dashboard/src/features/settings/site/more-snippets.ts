/** For pages whose optimizer rewrites the URLs of scripts. */
export const attributeTag = (siteId: string, origin: string): string =>
	`<script src="${origin}/api/script.js" data-site-id="${siteId}" defer></script>`;

/**
 * For visitors without scripts. Without the referrer policy, browsers send the page's origin only, and every view
 * counts for `/`.
 */
export const noScriptTag = (siteId: string, origin: string): string =>
	`<noscript><img src="${origin}/api/pixel.gif?site_id=${siteId}" referrerpolicy="no-referrer-when-downgrade" alt=""></noscript>`;

/**
 * What a site's own content security policy has to allow.
 * @param origin with the path below which the product is served
 */
export const policyLine = (origin: string): string => {
	const { origin: source } = new URL(origin);
	return `Content-Security-Policy: script-src ${source}; connect-src ${source}; img-src ${source}`;
};
