import { sendUntilAnswered } from "./deliver/send-until-answered.ts";
import { errorProperties, outboundProperties, type Properties } from "./event-fields.ts";
import { host, pageview, setUserId, siteId, stop, track, userId, whenStarted } from "./tracker.ts";

/** The events of a site and the properties of each; give your own map to have names and properties checked. */
export type EventMap = Record<string, Properties | undefined>;

/** What a page calls. Calls before the start wait for it; where the visitor has opted out, all of them do nothing. */
export interface Footfall<Events extends EventMap = EventMap> {
	/** Counts a view of the current page, as it happens by itself for loads and navigations. */
	pageview(): void;
	/** Sends a custom event; its properties may take 2048 characters as JSON. */
	event<Name extends keyof Events & string>(name: Name, properties?: Events[Name]): void;
	/** Reports an error that the page caught itself. */
	error(error: Error, properties?: Properties): void;
	/** Reports a way out that is no link; `url` is absolute. */
	trackOutbound(url: string, text?: string, target?: string): void;
	/** Names the signed-in user on this and every later page of the browser, until `clearUserId`. */
	identify(userId: string, traits?: Properties): void;
	/** Adds to what is known of the identified user; null takes a trait away. Nothing happens without a user. */
	setTraits(traits: Properties): void;
	clearUserId(): void;
	getUserId(): string | null;
	/** Calls back as soon as events are being sent. */
	onReady(ready: (footfall: Footfall<Events>) => void): void;
	/** Ends all capturing on this page; what waits is still delivered. */
	stop(): void;
	/** Recording is not part of this tracker: pages written for one that records may call, and nothing happens. */
	startSessionReplay(): void;
	stopSessionReplay(): void;
	isSessionReplayActive(): boolean;
}

const describe = (traits: Properties | undefined, isNew: boolean) =>
	whenStarted(() =>
		sendUntilAnswered(
			`${host}/identify`,
			JSON.stringify({ site_id: siteId, user_id: userId, traits, is_new_identify: isNew }),
		),
	);

/** The public API of the page's tracker. */
export const api: Footfall = {
	pageview,
	event: (name, properties) => track("custom_event", properties, name),
	error: (error, properties) =>
		track("error", errorProperties(error, properties), error.name || "Error"),
	trackOutbound: (url, text = "", target = "") =>
		track("outbound", outboundProperties(url, text, target)),
	identify: (id, traits) => {
		setUserId(id);
		describe(traits, true);
	},
	setTraits: (traits) => {
		if (userId) describe(traits, false);
	},
	clearUserId: () => setUserId(""),
	getUserId: () => userId || null,
	onReady: (ready) => whenStarted(() => ready(api)),
	stop,
	startSessionReplay: () => {},
	stopSessionReplay: () => {},
	isSessionReplayActive: () => false,
};
