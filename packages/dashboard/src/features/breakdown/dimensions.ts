/** The pages with full tables of dimensions. */
export type ListPage = "pages" | "sources" | "places" | "devices";

/**
 * Which figures the rows of a dimension have: `pages` are viewed, `edges` begin or end sessions, `sessions` have a
 * value, `links` are clicked.
 */
export type BreakdownKind = "pages" | "edges" | "sessions" | "links";

/** A dimension that a table lists the values of. */
export interface ListedDimension {
	/** The name of its tab in the URL, and of its filter. */
	id: string;
	kind: BreakdownKind;
	/** The dimension that breaks a row down when it is expanded. */
	within?: string;
}

const bySessions = (id: string, within?: string): ListedDimension => ({
	id,
	kind: "sessions",
	...(within !== undefined && { within }),
});

/** Outbound links are not a dimension: sessions cannot be filtered by them. */
export const OUTBOUND_LINKS = "outbound";

export const DIMENSIONS: Readonly<
	Record<ListPage, readonly [ListedDimension, ...ListedDimension[]]>
> = {
	pages: [
		{ id: "pathname", kind: "pages" },
		{ id: "entry_page", kind: "edges" },
		{ id: "exit_page", kind: "edges" },
		{ id: "page_title", kind: "pages" },
		bySessions("hostname"),
		bySessions("querystring"),
		{ id: OUTBOUND_LINKS, kind: "links" },
	],
	sources: [
		bySessions("channel", "referrer"),
		bySessions("referrer", "channel"),
		bySessions("utm_source", "utm_medium"),
		bySessions("utm_medium", "utm_source"),
		bySessions("utm_campaign", "utm_source"),
		bySessions("utm_term"),
		bySessions("utm_content"),
		bySessions("tag"),
	],
	places: [
		bySessions("country", "region"),
		bySessions("region", "city"),
		bySessions("city"),
		bySessions("language", "country"),
		bySessions("timezone", "country"),
		bySessions("asn_org", "country"),
	],
	devices: [
		bySessions("device_type", "dimensions"),
		bySessions("browser", "browser_version"),
		bySessions("browser_version", "operating_system"),
		bySessions("operating_system", "operating_system_version"),
		bySessions("operating_system_version", "browser"),
		bySessions("dimensions", "device_type"),
		bySessions("device_model", "operating_system_version"),
		bySessions("app_version"),
		bySessions("release"),
	],
};

/** The tab of URL parameters before one is named. */
export const ANY_PARAMETER = "url_param";

/** A URL parameter of the site, such as `ref`: any can be listed, but none is by default. */
export const URL_PARAMETER = "url_param:";

/** The dimension that `open` names; the page's first one for a dimension that the page does not have. */
export const dimensionNamed = (page: ListPage, open: string | undefined): ListedDimension => {
	if (page === "sources" && open?.startsWith(URL_PARAMETER)) return bySessions(open);
	const all = DIMENSIONS[page];
	return all.find(({ id }) => id === open) ?? all[0];
};
