import { describe, expect, it } from "vitest";
import { readGoatCounter } from "./goatcounter.ts";

const arrival = (scheme: string, text: string) => {
	const [hit] = readGoatCounter({
		"2Path": "/a",
		Path: "/a",
		Date: "2026-11-20T09:00:00Z",
		Referrer: text,
		"Referrer scheme": scheme,
	}).hits;
	return { referrer: hit?.referrer, querystring: hit?.querystring };
};

describe("a referrer of GoatCounter", () => {
	it.each([
		["h", "news.example/item", "https://news.example/item", ""],
		["g", "Hacker News", "", "?utm_source=Hacker%20News"],
		["g", "Email", "", "?utm_source=Email&utm_medium=email"],
		["c", "spring", "", "?utm_source=spring&utm_campaign=spring"],
		["o", "android-app://com.slack/", "android-app://com.slack/", ""],
		["", "", "", ""],
	])("with the scheme %j keeps its meaning: %s", (scheme, text, referrer, querystring) =>
		expect(arrival(scheme, text)).toEqual({ referrer, querystring }),
	);
});
