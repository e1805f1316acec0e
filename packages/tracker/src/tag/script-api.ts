import { hasOptedOut, optOut } from "../browser/opt-out.ts";
import {
	clearUserId,
	error,
	event,
	getUserId,
	identify,
	outbound,
	setTraits,
} from "../core/calls.ts";
import { optIn, pageview, whenStarted } from "../core/tracker.ts";

/**
 * The API in `window.footfall` of a script tag. Calls before the start wait for it; if the visitor has opted out, they
 * do nothing.
 */
export interface Footfall {
	/** Counts a view of the current page; loads and navigations count automatically. */
	pageview: typeof pageview;
	event: typeof event;
	error: typeof error;
	trackOutbound: typeof outbound;
	identify: typeof identify;
	setTraits: typeof setTraits;
	clearUserId: typeof clearUserId;
	getUserId: typeof getUserId;
	/** Stops counting the visitor on this and later pages of the site, and erases what the browser keeps. */
	optOut: typeof optOut;
	/** Reverts that. */
	optIn: typeof optIn;
	hasOptedOut: typeof hasOptedOut;
	/** Calls back once events are being sent. */
	onReady(ready: (footfall: Footfall) => void): void;
	/** Records this and later pages of the session, whatever the sample rate; no effect if the site does not record. */
	startSessionReplay(): void;
	/** Stops recording, for later pages of the session too. */
	stopSessionReplay(): void;
	isSessionReplayActive(): boolean;
}

const records = () => false;

/** The API of a script tag's tracker. The small scripts are for sites without recordings. */
export const scriptApi: Footfall = {
	pageview,
	event,
	error,
	trackOutbound: outbound,
	identify,
	setTraits,
	clearUserId,
	getUserId,
	optOut,
	optIn,
	hasOptedOut,
	onReady: (ready) => whenStarted(() => ready(scriptApi)),
	startSessionReplay: records,
	stopSessionReplay: records,
	isSessionReplayActive: records,
};
