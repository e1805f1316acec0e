/** Rules that are worth so much together make a bot. */
export const THRESHOLD = 4;

const SECOND_MS = 1000;

/** More than `limit` of something within `windowMs` are worth `points`. */
export interface Rule {
	limit: number;
	windowMs: number;
	points: number;
	/** What there were too many of. */
	what: string;
}

const rule = (limit: number, what: string, seconds: number, points: number): Rule => ({
	limit,
	windowMs: seconds * SECOND_MS,
	points,
	what,
});

export const BURST = rule(30, "events", 10, 4);
export const FLOOD = rule(120, "events", 60, 4);
export const WANDERING = rule(25, "different paths", 60, 4);
export const HAMMERING = rule(100, "interactions", 10, 4);
export const UNSCORED = rule(20, "events without a client's score", 60, 1);
export const BUSY_ADDRESS = rule(200, "events of one address", 60, 3);
export const MANY_AGENTS = rule(10, "agents at one address", 300, 3);
export const MANY_HOSTS = rule(6, "hosts from one address", 60, 2);
export const BUSY_AGENT = rule(300, "events of one agent on the site", 60, 1);

/** The rules in a line for people. */
export const evidenceOf = (rules: readonly Rule[], score: number) =>
	`${rules.map(({ limit, what, windowMs, points }) => `more than ${limit} ${what} in ${windowMs / SECOND_MS} s ${points}`).join(", ")}: ${score} of ${THRESHOLD} points`;
