import {
	clearUserId,
	error,
	event,
	getUserId,
	identify,
	outbound,
	setTraits,
} from "../core/calls.ts";
import { pageview, whenStarted } from "../core/tracker.ts";

/** The API in `window.footfall` of a script tag. Calls before the start wait for it; where the visitor has opted out, all of them do nothing. */
export interface Footfall {
	/** Counts a view of the current page, as it happens by itself for loads and navigations. */
	pageview: typeof pageview;
	event: typeof event;
	error: typeof error;
	trackOutbound: typeof outbound;
	identify: typeof identify;
	setTraits: typeof setTraits;
	clearUserId: typeof clearUserId;
	getUserId: typeof getUserId;
	/** Calls back as soon as events are being sent. */
	onReady(ready: (footfall: Footfall) => void): void;
	/** Records this and the later pages of the visit, whatever the sample rate; nothing happens where the site does not record. */
	startSessionReplay(): void;
	/** Ends the recording, for the later pages of the visit too. */
	stopSessionReplay(): void;
	isSessionReplayActive(): boolean;
}

/** The API of a script tag's tracker. The lean scripts are for sites that record nothing. */
export const scriptApi: Footfall = {
	pageview,
	event,
	error,
	trackOutbound: outbound,
	identify,
	setTraits,
	clearUserId,
	getUserId,
	onReady: (ready) => whenStarted(() => ready(scriptApi)),
	startSessionReplay: () => {},
	stopSessionReplay: () => {},
	isSessionReplayActive: () => false,
};
