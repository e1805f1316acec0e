import type { IncomingHttpHeaders } from "node:http";

/** A Chromium browser's own description in addition to its frozen user agent. "" for missing hints. */
export interface ClientHints {
	brands: string;
	platform: string;
	platformVersion: string;
	mobile: string;
}

/** The hints of browsers have some 200 characters each; a longer one is forged, and the request's hints are ignored. */
export const MAX_HINT_CHARACTERS = 1_000;

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

/** An entry of a `Sec-CH-UA` list; only the made-up brand, which keeps parsers robust, has escaped characters. */
const ENTRY = /^\s*"([^"\\]*)"\s*;\s*v="([^"]*)"/;

/** The real brands of a `Sec-CH-UA` list, without the made-up one. */
export const brandsIn = (list: string): Brand[] =>
	list
		.split(",")
		.flatMap((entry) => {
			const [whole, name = "", version = ""] = ENTRY.exec(entry) ?? [];
			return whole === undefined ? [] : [{ name, version }];
		})
		.filter(({ name }) => !/not.?a.?brand/i.test(name.replaceAll(/[^a-z]/gi, "")));
