/** How often things happen, in ms. */
export interface LivePace {
	/** Looks at a site. */
	lookEveryMs: number;
	heartbeatMs: number;
	/** A revoked session, key or link ends its streams within this time and three seconds. */
	readmitMs: number;
	/** Every wait ends: after so long the client connects again. */
	lifeMs: number;
}

/** An event is in the store within two seconds of its arrival; looking more often would show little more. */
export const PACE: LivePace = {
	lookEveryMs: 2_000,
	heartbeatMs: 15_000,
	readmitMs: 7_000,
	lifeMs: 30 * 60_000,
};

/** The window of visitors now, and how far back a client that connects again gets what it missed. */
export const WINDOW_MINUTES = 5;
/** The most events of one push: more than a person can follow, a little for the store. */
export const MAX_PUSHED = 50;
