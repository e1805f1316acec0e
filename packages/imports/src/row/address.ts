/** The parts of a page's address in a hit. */
export interface Address {
	hostname: string;
	pathname: string;
	/** With its "?"; "" when there is none. */
	querystring: string;
}

export const UTM_PARAMETERS = [
	"utm_source",
	"utm_medium",
	"utm_campaign",
	"utm_content",
	"utm_term",
] as const;

/** Parses a page's address: a whole URL, or a path with or without a query string. */
export const addressOf = (text: string): Address => {
	const scheme = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(text);
	const [start = "", authority = ""] = scheme ?? [];
	const rest = text.slice(start.length);
	const [beforeFragment = ""] = rest.split("#", 1);
	const question = beforeFragment.indexOf("?");
	const pathname = question === -1 ? beforeFragment : beforeFragment.slice(0, question);
	return {
		hostname: authority
			.slice(authority.lastIndexOf("@") + 1)
			.replace(/:\d+$/, "")
			.toLowerCase(),
		pathname: pathname.startsWith("/") ? pathname : `/${pathname}`,
		querystring:
			question === -1 || question === beforeFragment.length - 1
				? ""
				: beforeFragment.slice(question),
	};
};

/** A query string with its "?"; "" for none. */
export const querystringOf = (text: string): string => {
	const plain = text.startsWith("?") ? text.slice(1) : text;
	return plain === "" ? "" : `?${plain}`;
};

/** Adds parameters that a product stores separately, unless the query string has them. */
export const withParameters = (
	querystring: string,
	parameters: Readonly<Record<string, string>>,
): string => {
	const wanted = Object.entries(parameters).filter(([, value]) => value !== "");
	if (wanted.length === 0) return querystring;
	const present = new URLSearchParams(querystring);
	const added = wanted
		.filter(([name]) => !present.has(name))
		.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
	if (added.length === 0) return querystring;
	return querystring === "" ? `?${added.join("&")}` : `${querystring}&${added.join("&")}`;
};

/** A referrer as a URL: some products omit the scheme, or write a word for "none". */
export const referrerOf = (text: string): string => {
	if (text === "" || /^(\$direct|direct|\(direct\)|none)$/i.test(text)) return "";
	if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return text;
	return /^[^\s/]+\.[^\s/]+/.test(text) ? `https://${text}` : "";
};
