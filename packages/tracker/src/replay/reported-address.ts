import { nativeProperty } from "../browser/native-property.ts";
import type { OutgoingEvent } from "../event/outgoing-event.ts";
import type { ReplayPage } from "./replay-page.ts";

/** The page's address after `beforeSend`; undefined if the page must not be recorded. */
export const reportedAddress = ([, , , , pageAddress, beforeSend]: ReplayPage):
	| string
	| undefined => {
	const [pathname, querystring] = pageAddress();
	// `properties` and `tag` are undefined for a view anyway.
	const view = {
		type: "pageview",
		event_name: "",
		pathname,
		querystring,
		page_title: nativeProperty("title"),
		referrer: nativeProperty("referrer"),
	} as OutgoingEvent;
	try {
		const reported = beforeSend ? beforeSend(view) : view;
		return reported && location.origin + reported.pathname + reported.querystring;
	} catch {
		// If the site's own code fails, no event is sent either.
		return undefined;
	}
};
