import type { IncomingHttpHeaders } from "node:http";

/** A Chromium browser's own description beside its frozen user agent. "" for missing hints. */
export interface ClientHints {
	brands: string;
	platform: string;
	platformVersion: string;
	mobile: string;
}

const single = (value: string | string[] | undefined) => (typeof value === "string" ? value : "");

/** `undefined` for a request without hints. */
export const clientHintsOf = (headers: IncomingHttpHeaders): ClientHints | undefined => {
	const brands = single(headers["sec-ch-ua-full-version-list"]) || single(headers["sec-ch-ua"]);
	if (brands === "") return undefined;
	return {
		brands,
		platform: single(headers["sec-ch-ua-platform"]).replaceAll('"', ""),
		platformVersion: single(headers["sec-ch-ua-platform-version"]).replaceAll('"', ""),
		mobile: single(headers["sec-ch-ua-mobile"]),
	};
};

export interface Brand {
	name: string;
	version: string;
}

/** The real brands of a `Sec-CH-UA` list, without the made-up one that keeps readers honest. */
export const brandsIn = (list: string): Brand[] =>
	[...list.matchAll(/"((?:[^"\\]|\\.)*)"\s*;\s*v="([^"]*)"/g)]
		.map(([, name = "", version = ""]) => ({ name, version }))
		.filter(({ name }) => !/not.?a.?brand/i.test(name.replaceAll(/[^a-z]/gi, "")));
