/** Names that differ from the ones that the runtime knows. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
	czechia: "CZ",
	"czech republic": "CZ",
	turkey: "TR",
	"hong kong": "HK",
	macao: "MO",
	"myanmar (burma)": "MM",
	russia: "RU",
	"south korea": "KR",
	"united states of america": "US",
};

const codesByName = (): Map<string, string> => {
	const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
	const codes = new Map<string, string>();
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	for (const first of letters)
		for (const second of letters) {
			const code = first + second;
			const name = names.of(code);
			// A withdrawn code has its successor's name: DD is Germany too.
			const isCurrent = new Intl.Locale(`und-${code}`).region === code;
			if (name !== undefined && isCurrent) codes.set(name.toLowerCase(), code);
		}
	for (const [name, code] of Object.entries(OTHER_NAMES)) codes.set(name, code);
	return codes;
};

let known: Map<string, string> | undefined;

/** ISO alpha-2 of a country given by code or English name; "" for any other text. */
export const countryCode = (text: string): string => {
	if (/^[A-Za-z]{2}$/.test(text)) {
		const code = text.toUpperCase();
		// Products' own words for "unknown".
		return ["XX", "ZZ", "T1"].includes(code) ? "" : code;
	}
	known ??= codesByName();
	return known.get(text.toLowerCase()) ?? "";
};

/** `CC-REG` of a subdivision given with or without its country; a plain name stays unchanged. */
export const regionCode = (country: string, region: string): string =>
	country !== "" && /^[A-Z0-9]{1,3}$/.test(region) ? `${country}-${region}` : region;
