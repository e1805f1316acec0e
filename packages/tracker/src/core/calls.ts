import { push } from "../deliver/outbox.ts";
import {
	describeError,
	nameText,
	type Properties,
	propertiesJson,
	userIdText,
} from "../event/event-properties.ts";
import { warn } from "../guard/attempt.ts";
import { setUserId, siteId, track, userId, whenStarted } from "./tracker.ts";

/**
 * The custom events of a site and the properties of each. Add your own by declaration merging, and `event`
 * accepts no others: `declare module "footfall-tracker" { interface Events { signup: { plan: string } } }`.
 */
export interface Events {
	/** Sent by the capture of downloads. */
	download: { url: string };
}

/** The names that `event` accepts: any, until a site has declared its own. */
export type EventName =
	Exclude<keyof Events, "download"> extends never ? string : keyof Events & string;

/** The properties of an event. */
export type PropertiesOf<Name> = Name extends keyof Events ? Events[Name] : Properties;

/** The arguments after an event's name: its properties, optional if none is required. */
export type PropertiesArgument<Name> =
	undefined extends PropertiesOf<Name>
		? [properties?: PropertiesOf<Name>]
		: Record<never, never> extends PropertiesOf<Name>
			? [properties?: PropertiesOf<Name>]
			: [properties: PropertiesOf<Name>];

/** Sends a custom event; its properties may take 2048 characters as JSON, 32,768 on a site with event schemas. */
export const event: <Name extends EventName>(
	name: Name,
	...properties: PropertiesArgument<Name>
) => void = (name: unknown, properties?: unknown) => {
	const word = nameText(name);
	if (word) track("custom_event", properties as Properties, word);
	else warn("not sent", name);
};

/** Sends the known details of an error; the page's additions are dropped first if it is too long. */
export const reportError = (
	[name, message, stack]: readonly [name: string, message: string, stack: string],
	others: Properties,
): void => {
	const own = { message: message.slice(0, 500), stack: stack.slice(0, 2000) || undefined };
	track("error", { ...own, ...others, ...own }, name);
};

/** Reports an error that the page caught. */
export const error = (fault: Error, properties?: Properties): void => {
	const others = propertiesJson(properties, "error");
	reportError(describeError(fault), others ? JSON.parse(others) : {});
};

/** Sends the known details of an exit. */
export const reportOutbound = (url: string, text: string, target: string | null): void =>
	track("outbound", {
		url: url.slice(0, 1500),
		text: text.slice(0, 100),
		target: target || "_self",
	});

/** Reports an exit that is not a link, to an address as in a link. */
export const outbound = (url: string | URL, text?: string, target?: string): void =>
	whenStarted(() => {
		const address = nameText(Object(url).href ?? url);
		if (address)
			reportOutbound(new URL(address, document.baseURI).href, nameText(text), nameText(target));
		else warn("not sent", url);
	});

const describe = (traits: Properties | undefined, isNew: boolean) =>
	whenStarted(() => {
		const text = propertiesJson(traits);
		if (userId && (text || isNew)) push([siteId, 0, userId, text, isNew]);
	});

/** Sets the signed-in user on this and later pages of the browser, until `clearUserId`. */
export const identify = (id: string, traits?: Properties): void => {
	const user = userIdText(id);
	if (user) {
		setUserId(user);
		describe(traits, true);
	} else warn("not sent", id);
};

/** Adds traits to the identified user; null removes a trait. No effect without a user. */
export const setTraits = (traits: Properties): void => {
	describe(traits, false);
};

/** Forgets the user on this and later pages. */
export const clearUserId = (): void => setUserId("");

/** The identified user, or null. */
export const getUserId = (): string | null => userId || null;
