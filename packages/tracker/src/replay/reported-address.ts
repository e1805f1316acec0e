import { nativeProperty } from "../browser/native-property.ts";
import type { ReplayPage } from "./replay-page.ts";

/** The page's address as far as the site lets it be told; nothing where the page must not be recorded. */
export const reportedAddress = ([, , , , pageAddress, beforeSend]: ReplayPage):
	| string
	| undefined => {
	const [pathname, querystring] = pageAddress();
	const view = {
		type: "pageview" as const,
		event_name: "",
		properties: undefined,
		pathname,
		querystring,
		page_title: nativeProperty("title"),
		referrer: nativeProperty("referrer"),
		tag: undefined,
	};
	try {
		const told = beforeSend ? beforeSend(view) : view;
		return told && location.origin + told.pathname + told.querystring;
	} catch {
		// Where the site's own code fails, no event is sent either.
		return undefined;
	}
};
