import { boot } from "./boot.ts";
import { attributeEvent } from "./capture/attribute-event.ts";
import { initialPageview } from "./capture/initial-pageview.ts";
import { navigationPageview } from "./capture/navigation-pageview.ts";
import { outboundLink } from "./capture/outbound-link.ts";

/** The script for a site with a new site's settings: views, navigations, custom events and outbound links. */
boot([
	[initialPageview, "trackInitialPageView"],
	[navigationPageview, "trackSpaNavigation"],
	[outboundLink, "trackOutbound"],
	[attributeEvent],
]);
