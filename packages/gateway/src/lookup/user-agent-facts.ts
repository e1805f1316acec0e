import type { IncomingHttpHeaders } from "node:http";
import { type AgentScore, agentScoreOf } from "../bots/agent-score.ts";
import type { AutomatedAgent } from "./automated-agent.ts";
import { clientHintsOf } from "./client-hints.ts";
import { detachString } from "./detach-string.ts";
import { knownAgent } from "./known-agent.ts";
import { recentMap } from "./recent-map.ts";
import {
	type ParsedUserAgent,
	parseUserAgent,
	UNKNOWN_USER_AGENT,
	withClientHints,
} from "./user-agent.ts";

/** Everything that a user agent's text tells, read once. */
export interface UserAgentFacts {
	text: string;
	lowerCased: string;
	/** Stands for the text where a short name will do; never given to another one. */
	number: number;
	/** What it claims to be, when that is an automated agent. */
	automated: AutomatedAgent | undefined;
	/** What it alone is worth to the header heuristics. */
	score: AgentScore;
	/** The browser, corrected by what the request's client hints say. */
	agent(headers: IncomingHttpHeaders): ParsedUserAgent;
}

export type ReadUserAgent = (text: string) => UserAgentFacts;

/** Different agents that are remembered; parsing one costs as much as the rest of the hot path. */
const MAX_REMEMBERED = 10_000;
/** Browsers of one user agent send the same hints; more than so many sets are made up. */
const MAX_HINTED = 8;

interface Hinted {
	brands: string | string[] | undefined;
	fullBrands: string | string[] | undefined;
	platform: string | string[] | undefined;
	platformVersion: string | string[] | undefined;
	mobile: string | string[] | undefined;
	agent: ParsedUserAgent;
}

const ownHeader = (header: string | string[] | undefined) =>
	typeof header === "string" ? detachString(header) : header;

const correctedBy = (parsed: ParsedUserAgent) => {
	const remembered: Hinted[] = [];
	let oldest = 0;
	return (headers: IncomingHttpHeaders): ParsedUserAgent => {
		const brands = headers["sec-ch-ua"];
		const fullBrands = headers["sec-ch-ua-full-version-list"];
		if (brands === undefined && fullBrands === undefined) return parsed;
		const platform = headers["sec-ch-ua-platform"];
		const platformVersion = headers["sec-ch-ua-platform-version"];
		const mobile = headers["sec-ch-ua-mobile"];
		for (const known of remembered)
			if (
				known.brands === brands &&
				known.platform === platform &&
				known.mobile === mobile &&
				known.platformVersion === platformVersion &&
				known.fullBrands === fullBrands
			)
				return known.agent;
		const hints = clientHintsOf(headers);
		const agent = hints === undefined ? parsed : withClientHints(parsed, hints);
		remembered[oldest] = {
			brands: ownHeader(brands),
			fullBrands: ownHeader(fullBrands),
			platform: ownHeader(platform),
			platformVersion: ownHeader(platformVersion),
			mobile: ownHeader(mobile),
			agent,
		};
		oldest = (oldest + 1) % MAX_HINTED;
		return agent;
	};
};

let lastNumber = 0;

/** Reads user agents, remembering the ones it has read: one look-up an event, whoever asks. */
export const userAgentReader = (): ReadUserAgent => {
	const remembered = recentMap<string, UserAgentFacts>(MAX_REMEMBERED);
	let latest: UserAgentFacts | undefined;
	return (text) => {
		// The events of a batch come from one sender.
		if (latest !== undefined && latest.text === text) return latest;
		latest = remembered.get(text);
		if (latest !== undefined) return latest;
		const own = detachString(text);
		const automated = knownAgent(own);
		latest = {
			text: own,
			lowerCased: own.toLowerCase(),
			number: ++lastNumber,
			automated,
			score: agentScoreOf(own, automated),
			agent: text === "" ? () => UNKNOWN_USER_AGENT : correctedBy(parseUserAgent(own)),
		};
		remembered.set(own, latest);
		return latest;
	};
};
