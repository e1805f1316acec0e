import { attributeEvent } from "./capture/attribute-event.ts";
import { engagement } from "./capture/engagement.ts";
import { initialPageview } from "./capture/initial-pageview.ts";
import { navigationPageview } from "./capture/navigation-pageview.ts";
import { outboundLink } from "./capture/outbound-link.ts";
import { ownTag } from "./core/config.ts";
import { start } from "./core/tracker.ts";
import { installTag } from "./tag/install-tag.ts";

/** Inserted into the built file by the gateway. */
declare const FOOTFALL_SETTINGS: { siteId: string };

// For sites with the default settings, whose id the gateway knows: views, navigations, engagement, custom events and
// outbound links.
installTag(ownTag(), FOOTFALL_SETTINGS.siteId, () =>
	start(() => {
		initialPageview();
		engagement();
		navigationPageview();
		outboundLink();
		attributeEvent();
	}),
);
