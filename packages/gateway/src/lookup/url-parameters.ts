export interface Query {
	/** As it came, with its "?" if it had one, without the excluded parameters. */
	querystring: string;
	/** Names lower-cased; the first value of a repeated name is kept. */
	parameters: Record<string, string>;
}

const NOTHING: Query = { querystring: "", parameters: {} };

/** A decoded name or value of a query string. */
export const decoded = (text: string): string => {
	const spaced = text.replaceAll("+", " ");
	if (!spaced.includes("%")) return spaced;
	try {
		return decodeURIComponent(spaced);
	} catch {
		// Percent signs that are not UTF-8: the text stays as it came.
		return spaced;
	}
};

/** Splits a query string and drops the parameters whose lower-cased names are excluded. */
export const queryOf = (querystring: string, excluded: ReadonlySet<string>): Query => {
	const text = querystring.startsWith("?") ? querystring.slice(1) : querystring;
	if (text === "") return NOTHING;
	const parameters: Record<string, string> = {};
	const kept: string[] = [];
	for (const pair of text.split("&")) {
		const equals = pair.indexOf("=");
		const name = decoded(equals === -1 ? pair : pair.slice(0, equals)).toLowerCase();
		if (excluded.has(name)) continue;
		kept.push(pair);
		if (name !== "" && !Object.hasOwn(parameters, name))
			parameters[name] = equals === -1 ? "" : decoded(pair.slice(equals + 1));
	}
	const rest = kept.join("&");
	return {
		querystring: rest !== "" && querystring.startsWith("?") ? `?${rest}` : rest,
		parameters,
	};
};
