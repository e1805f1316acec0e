/** Intervals, in ms. */
export interface LivePace {
	/** How often a site is polled. */
	lookEveryMs: number;
	heartbeatMs: number;
	/** A revoked session, key or link ends its streams within this time and three seconds. */
	readmitMs: number;
	/** The lifetime of a stream, after which its client reconnects. */
	lifeMs: number;
}

/** An event is in the store within two seconds of its arrival, so polling more often would show little more. */
export const PACE: LivePace = {
	lookEveryMs: 2_000,
	heartbeatMs: 15_000,
	readmitMs: 7_000,
	lifeMs: 30 * 60_000,
};

/** The window of current visitors, and how far back a reconnecting client gets missed events. */
export const WINDOW_MINUTES = 5;
/** Maximum events of one push: more than a person can follow, and cheap for the store. */
export const MAX_PUSHED = 50;
