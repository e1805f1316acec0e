import type { AutomatedAgent } from "../lookup/automated-agent.ts";

const FRAMEWORK_POINTS = 5;
const HEADLESS_POINTS = 3;
const OUTDATED_POINTS = 2;

const CHROME = /\bChrome\/(\d+)/;
/** The first Chrome that sends `Sec-Fetch-Site`, to trustworthy origins only. */
const FIRST_WITH_FETCH_METADATA = 76;
/** What a current system still runs is newer than this. */
const OLDEST_PLAUSIBLE = 80;
const MODERN_SYSTEM =
	/Windows NT 10\.0|Mac OS X 1[1-9]|Mac OS X 10_15|Android (1[1-9]|[2-9]\d)|CrOS/;

/** What the header heuristics make of a user agent before they look at any other header. */
export interface AgentScore {
	points: number;
	reasons: readonly string[];
	/** A Chrome that tells where its requests come from. */
	sendsFetchMetadata: boolean;
}

export const agentScoreOf = (
	userAgent: string,
	automated: AutomatedAgent | undefined,
): AgentScore => {
	const chrome = Number(CHROME.exec(userAgent)?.[1] ?? 0);
	const isOutdated = chrome > 0 && chrome < OLDEST_PLAUSIBLE && MODERN_SYSTEM.test(userAgent);
	const found: [boolean, number, string][] = [
		[automated?.category === "framework", FRAMEWORK_POINTS, "the agent of a library"],
		[automated?.category === "headless", HEADLESS_POINTS, "a headless agent"],
		[isOutdated, OUTDATED_POINTS, `Chrome ${chrome} on a newer system`],
	];
	const hits = found.filter(([applies]) => applies);
	return {
		points: hits.reduce((sum, [, points]) => sum + points, 0),
		reasons: hits.map(([, points, reason]) => `${reason} ${points}`),
		sendsFetchMetadata: chrome >= FIRST_WITH_FETCH_METADATA,
	};
};
