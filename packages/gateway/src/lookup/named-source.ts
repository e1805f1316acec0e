/** Parameters with which other tools tag links; the first one present counts. */
const OTHER_NAMES: readonly (readonly [utm: string, others: readonly string[]])[] = [
	["utm_source", ["mtm_source", "pk_source", "source", "ref"]],
	["utm_medium", ["mtm_medium", "pk_medium"]],
	["utm_campaign", ["mtm_campaign", "pk_campaign"]],
	["utm_term", ["mtm_kwd", "mtm_keyword", "pk_kwd", "pk_keyword"]],
	["utm_content", ["mtm_content", "pk_content"]],
];

const IS_OTHER_NAME: ReadonlySet<string> = new Set(OTHER_NAMES.flatMap(([, others]) => others));

type Parameters = Readonly<Record<string, string>>;

/** The parameters, with those of other tools copied to their `utm_` names where a link has none of these. */
export const withUtmNames = (parameters: Record<string, string>): Record<string, string> => {
	// Most links have none, and looking up their few names is faster than looking up all of these.
	if (!Object.keys(parameters).some((name) => IS_OTHER_NAME.has(name))) return parameters;
	let named: Record<string, string> | undefined;
	for (const [utm, others] of OTHER_NAMES) {
		if (parameters[utm]) continue;
		const other = others.find((name) => parameters[name]);
		if (other === undefined) continue;
		named ??= { ...parameters };
		named[utm] = parameters[other] ?? "";
	}
	return named ?? parameters;
};

/** Networks that add a click id to every outgoing link, paid for or not. */
const CLICKED_NETWORKS = [
	["fbclid", "facebook.com"],
	["igshid", "instagram.com"],
	["ttclid", "tiktok.com"],
	["twclid", "x.com"],
	["li_fat_id", "linkedin.com"],
] as const;

/** The host of the social network whose click id is in a page's address. */
export const clickedNetworkOf = (parameters: Parameters): string | undefined =>
	CLICKED_NETWORKS.find(([id]) => id in parameters)?.[1];

/** The referrer implied by a click id if the browser sent none; "" without one. */
export const referrerOfClick = (parameters: Parameters): string => {
	const host = clickedNetworkOf(parameters) ?? ("msclkid" in parameters ? "bing.com" : undefined);
	return host === undefined ? "" : `https://${host}/`;
};
