import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import type { AutomatedAgent } from "./automated-agent.ts";
import { clientHintsOf } from "./client-hints.ts";
import { detachString } from "./detach-string.ts";
import { knownAgent } from "./known-agent.ts";
import {
	type ParsedUserAgent,
	parseUserAgent,
	UNKNOWN_USER_AGENT,
	withClientHints,
} from "./user-agent.ts";

/** Everything that follows from the text of a user agent, read once. */
export interface UserAgentFacts {
	text: string;
	lowerCased: string;
	/** Identifies the text within this process; never reused for another one. */
	number: number;
	/** The program that it claims to be, when that is an automated one. */
	automated: AutomatedAgent | undefined;
	/** The client, corrected by the hints of a request. */
	withHints(headers: IncomingHttpHeaders): ParsedUserAgent;
}

export type ReadUserAgent = (text: string) => UserAgentFacts;

/** Different user agents that are remembered: parsing one costs as much as the rest of an event's path. */
const MAX_REMEMBERED = 10_000;
/** Browsers with one user agent send the same hints; more sets than this are made up. */
const MAX_HINTED = 8;
/** Longer hints are made up too, and not worth the memory. */
const MAX_HINT_CHARACTERS = 1_000;

const hintKeyOf = (headers: IncomingHttpHeaders) =>
	`${headers["sec-ch-ua-full-version-list"]}\n${headers["sec-ch-ua"]}\n${headers["sec-ch-ua-platform"]}\n${headers["sec-ch-ua-platform-version"]}\n${headers["sec-ch-ua-mobile"]}`;

const hintReader = (parsed: ParsedUserAgent): UserAgentFacts["withHints"] => {
	const remembered = new Map<string, ParsedUserAgent>();
	return (headers) => {
		if (headers["sec-ch-ua"] === undefined && headers["sec-ch-ua-full-version-list"] === undefined)
			return parsed;
		const key = hintKeyOf(headers);
		const known = remembered.get(key);
		if (known !== undefined) return known;
		const hints = clientHintsOf(headers);
		const client = hints === undefined ? parsed : withClientHints(parsed, hints);
		if (key.length > MAX_HINT_CHARACTERS) return client;
		if (remembered.size >= MAX_HINTED) remembered.clear();
		remembered.set(key, client);
		return client;
	};
};

let lastNumber = 0;

const userAgentFactsOf = (text: string): UserAgentFacts => ({
	text,
	lowerCased: text.toLowerCase(),
	number: ++lastNumber,
	automated: knownAgent(text),
	withHints: text === "" ? () => UNKNOWN_USER_AGENT : hintReader(parseUserAgent(text)),
});

/** Reads user agents, each text once. */
export const userAgentReader = (): ReadUserAgent => {
	const remembered = new LRUCache<string, UserAgentFacts>({ max: MAX_REMEMBERED });
	return (text) => {
		const known = remembered.get(text);
		if (known !== undefined) return known;
		const facts = userAgentFactsOf(detachString(text));
		remembered.set(facts.text, facts);
		return facts;
	};
};
