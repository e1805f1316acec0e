import { hasOptedOut } from "./browser/has-opted-out.ts";
import { pageAddress } from "./browser/page-address.ts";
import { attributeEvent } from "./capture/attribute-event.ts";
import { engagement } from "./capture/engagement.ts";
import { initialPageview } from "./capture/initial-pageview.ts";
import { navigationPageview } from "./capture/navigation-pageview.ts";
import { outboundLink } from "./capture/outbound-link.ts";
import { configOfTag, ownTag } from "./config.ts";
import { scriptApi } from "./script-api.ts";
import { configure, namespace, start } from "./tracker.ts";
import { isTaken, take } from "./window-property.ts";

/** What the gateway writes into the built file. */
declare const FOOTFALL_SETTINGS: { siteId: string };

// For sites with the settings of a new site, whose id the gateway knows: views, navigations, engagement, custom events and
// outbound links.
const tag = ownTag();
configure(configOfTag(tag, FOOTFALL_SETTINGS.siteId));
if (!isTaken()) {
	take(scriptApi);
	if (!hasOptedOut(namespace, "respectGpc" in tag.dataset))
		start(
			(at) => pageAddress(true, false, at),
			() => {
				engagement();
				initialPageview();
				navigationPageview();
				outboundLink();
				attributeEvent();
			},
		);
}
