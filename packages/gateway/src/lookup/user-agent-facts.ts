import type { IncomingHttpHeaders } from "node:http";
import type { AutomatedAgent } from "./automated-agent.ts";
import { clientHintsOf, MAX_HINT_CHARACTERS } from "./client-hints.ts";
import { detachString } from "./detach-string.ts";
import { knownAgent } from "./known-agent.ts";
import { createRecentMap } from "./recent-map.ts";
import {
	type ParsedUserAgent,
	parseUserAgent,
	UNKNOWN_USER_AGENT,
	withClientHints,
} from "./user-agent.ts";

/** Everything that follows from the text of a user agent, parsed once. */
export interface UserAgentFacts {
	text: string;
	lowerCased: string;
	/** Identifies the text within this process; never reused for another text. */
	number: number;
	/** The version of Chrome that it names, or 0. */
	chrome: number;
	/** The program that it claims to be, if that is an automated one. */
	automated: AutomatedAgent | undefined;
	/** The client, corrected by the hints of a request. */
	withHints(headers: IncomingHttpHeaders): ParsedUserAgent;
}

export type ReadUserAgent = (text: string) => UserAgentFacts;

/** Different user agents that are cached: parsing one costs as much as the rest of an event's path. */
const MAX_REMEMBERED = 10_000;
/** Browsers with one user agent send the same hints; more sets than this are forged. */
const MAX_HINTED = 8;

const HINTS = [
	"sec-ch-ua",
	"sec-ch-ua-platform",
	"sec-ch-ua-mobile",
	"sec-ch-ua-platform-version",
	"sec-ch-ua-full-version-list",
] as const;

/** Compares the hints of a request with the cached ones, which costs less than building a key from them. */
const createHintReader = (parsed: ParsedUserAgent): UserAgentFacts["withHints"] => {
	const remembered: { hints: IncomingHttpHeaders; client: ParsedUserAgent }[] = [];
	let oldest = 0;
	return (headers) => {
		if (headers["sec-ch-ua"] === undefined && headers["sec-ch-ua-full-version-list"] === undefined)
			return parsed;
		for (const { hints, client } of remembered)
			if (
				hints["sec-ch-ua"] === headers["sec-ch-ua"] &&
				hints["sec-ch-ua-platform"] === headers["sec-ch-ua-platform"] &&
				hints["sec-ch-ua-mobile"] === headers["sec-ch-ua-mobile"] &&
				hints["sec-ch-ua-platform-version"] === headers["sec-ch-ua-platform-version"] &&
				hints["sec-ch-ua-full-version-list"] === headers["sec-ch-ua-full-version-list"]
			)
				return client;
		const hints: IncomingHttpHeaders = {};
		for (const name of HINTS) {
			const value = headers[name];
			if (typeof value !== "string") continue;
			if (value.length > MAX_HINT_CHARACTERS) return parsed;
			hints[name] = detachString(value);
		}
		const read = clientHintsOf(headers);
		const client = read === undefined ? parsed : withClientHints(parsed, read);
		remembered[oldest] = { hints, client };
		oldest = (oldest + 1) % MAX_HINTED;
		return client;
	};
};

const CHROME = /\bChrome\/(\d+)/;

let lastNumber = 0;

const userAgentFactsOf = (text: string): UserAgentFacts => ({
	text,
	lowerCased: text.toLowerCase(),
	number: ++lastNumber,
	chrome: Number(CHROME.exec(text)?.[1] ?? 0),
	automated: knownAgent(text),
	withHints: text === "" ? () => UNKNOWN_USER_AGENT : createHintReader(parseUserAgent(text)),
});

/** Parses user agents, each text once. */
export const createUserAgentReader = (): ReadUserAgent => {
	const remembered = createRecentMap<string, UserAgentFacts>(MAX_REMEMBERED);
	return (text) => {
		const known = remembered.get(text);
		if (known !== undefined) return known;
		const facts = userAgentFactsOf(detachString(text));
		remembered.set(facts.text, facts);
		return facts;
	};
};
