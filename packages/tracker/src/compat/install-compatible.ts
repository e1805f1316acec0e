import { listen } from "../browser/listen.ts";
import { configOfTag, type Settings, siteIdOfTag, type Tag } from "../core/config.ts";
import { configure } from "../core/tracker.ts";
import { installFullTag, type SiteSettings } from "../tag/install-full-tag.ts";
import { type Change, showEventsTo } from "./shown-event.ts";

/** How the script for another product differs from ours. */
export interface Product {
	/** Publishes the product's calls, and runs those in its queue. */
	publish: () => void;
	/** Shows each event to the page. */
	change: Change;
	/** Whether nothing is sent for this visitor. */
	isOff: () => boolean;
	/** Whether the page counts its views itself. */
	isManual: () => boolean;
	/** Changes the site's settings according to the tag. */
	adapt?: (settings: Settings) => Settings;
}

/** Installs the tracker with another product's calls; the page's overrides apply from the first event on. */
export const installCompatible = (
	tag: Tag,
	baked: SiteSettings | null,
	{ publish, change, isOff, isManual, adapt = (settings) => settings }: Product,
): void => {
	// Calls need this configuration, such as the name of the visitor's opt-out.
	configure(configOfTag(tag, baked ? baked.siteId : siteIdOfTag(tag)));
	publish();
	installFullTag(tag, baked, (settings, goOn) => {
		const begin = () => {
			if (isOff()) return;
			const manual = isManual();
			showEventsTo(change, manual);
			goOn({
				...adapt(settings),
				...(manual && { trackInitialPageView: false, trackSpaNavigation: false }),
			});
		};
		// An async script may run before the lines below it that configure counting.
		if (document.readyState === "loading") listen("DOMContentLoaded", begin);
		else begin();
	});
};
