import { laterTime } from "./browser/later-time.ts";
import { push } from "./deliver/outbox.ts";
import { errorProperties, jsonOf, type Properties } from "./event-fields.ts";
import { setUserId, siteId, track, userId, whenStarted } from "./tracker.ts";

/**
 * The custom events of a site and the properties of each. Declare your own by merging, and `event` takes no other:
 * `declare module "@footfall/tracker" { interface Events { signup: { plan: string } } }`.
 */
export interface Events {
	/** What the capture of downloads sends. */
	download: { url: string };
}

/** The names that `event` takes: any, until a site has declared its own. */
export type EventName =
	Exclude<keyof Events, "download"> extends never ? string : keyof Events & string;

/** The properties that an event takes. */
export type PropertiesOf<Name> = Name extends keyof Events ? Events[Name] : Properties;

/** Sends a custom event; its properties may take 2048 characters as JSON. */
export const event = <Name extends EventName>(name: Name, properties?: PropertiesOf<Name>): void =>
	track("custom_event", properties as Properties | undefined, name);

/** Reports an error that the page caught itself. */
export const error = (fault: Error, properties?: Properties): void =>
	track("error", errorProperties(fault, properties), fault.name || "Error");

/** Reports a way out that is no link; `url` is absolute. */
export const outbound = (url: string, text = "", target = ""): void =>
	track("outbound", {
		// The address may take most of the room that properties have.
		url: url.slice(0, 1500),
		text: text.slice(0, 100),
		target: target || "_self",
	});

const describe = (traits: Properties | undefined, isNew: boolean) =>
	whenStarted(() => {
		if (userId)
			push({
				site_id: siteId,
				user_id: userId,
				// What cannot be sent must not wait in front of what can.
				traits: jsonOf(traits) && traits,
				is_new_identify: isNew,
				timestamp: laterTime(),
			});
	});

/** Names the signed-in user on this and every later page of the browser, until `clearUserId`. */
export const identify = (id: string, traits?: Properties): void => {
	setUserId(id);
	describe(traits, true);
};

/** Adds to what is known of the identified user; null takes a trait away. Nothing happens without a user. */
export const setTraits = (traits: Properties): void => {
	describe(traits, false);
};

/** Forgets the user on this and every later page. */
export const clearUserId = (): void => setUserId("");

/** The identified user, or null. */
export const getUserId = (): string | null => userId || null;
