/** Points of broken rules from which a client is a bot. */
export const THRESHOLD = 4;

const SECOND_MS = 1000;

/** More than `limit` of something within `windowMs` are worth `points`. */
export interface RateRule {
	limit: number;
	windowMs: number;
	points: number;
	/** The things that were counted, for people. */
	what: string;
}

const rule = (limit: number, what: string, seconds: number, points: number): RateRule => ({
	limit,
	windowMs: seconds * SECOND_MS,
	points,
	what,
});

export const RATE_RULES = {
	burst: rule(30, "events", 10, 4),
	flood: rule(120, "events", 60, 4),
	wandering: rule(25, "different paths", 60, 4),
	hammering: rule(100, "interactions", 10, 4),
	unscored: rule(20, "events without a client's score", 60, 1),
	busyAddress: rule(200, "events of one address", 60, 3),
	manyAgents: rule(10, "agents at one address", 300, 3),
	manyHosts: rule(6, "hosts from one address", 60, 2),
	busyAgent: rule(300, "events of one agent on the site", 60, 1),
};
export type RateRules = typeof RATE_RULES;

/** A part that is drawn at random is this many of its standard deviations larger once in a thousand times. */
const DEVIATIONS = 3;

const inOneOf =
	(workers: number) =>
	(rule: RateRule): RateRule => {
		const part = rule.limit / workers;
		const limit = Math.min(rule.limit, Math.ceil(part + DEVIATIONS * Math.sqrt(part)));
		return { ...rule, limit };
	};

/**
 * The rules for one of several processes that a proxy deals a visitor's requests out to: each sees a part, so its limits
 * are those of a part, as large as chance makes one that is within the limit as a whole. Of different agents and hosts
 * each sees nearly all.
 */
export const rulesAmong = (workers: number): RateRules => {
	const part = inOneOf(workers);
	return {
		...RATE_RULES,
		burst: part(RATE_RULES.burst),
		flood: part(RATE_RULES.flood),
		wandering: part(RATE_RULES.wandering),
		hammering: part(RATE_RULES.hammering),
		unscored: part(RATE_RULES.unscored),
		busyAddress: part(RATE_RULES.busyAddress),
		busyAgent: part(RATE_RULES.busyAgent),
	};
};

/** The rules in a line for people. */
export const evidenceOf = (rules: readonly RateRule[], score: number) =>
	`${rules.map(({ limit, what, windowMs, points }) => `more than ${limit} ${what} in ${windowMs / SECOND_MS} s ${points}`).join(", ")}: ${score} of ${THRESHOLD} points`;
