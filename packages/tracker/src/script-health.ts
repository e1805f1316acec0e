import { attributeEvent } from "./capture/attribute-event.ts";
import { engagement } from "./capture/engagement.ts";
import { initialPageview } from "./capture/initial-pageview.ts";
import { lazyWebVitals } from "./capture/lazy-web-vitals.ts";
import { navigationPageview } from "./capture/navigation-pageview.ts";
import { outboundLink } from "./capture/outbound-link.ts";
import { reportErrors } from "./capture/uncaught-error.ts";
import { ownTag, type Settings } from "./core/config.ts";
import { start } from "./core/tracker.ts";
import { installTag } from "./tag/install-tag.ts";

/** Inserted into the built file by the gateway. */
declare const FOOTFALL_SETTINGS: Settings & { siteId: string };
const settings = FOOTFALL_SETTINGS;

// For sites that track errors or web vitals besides the default settings.
installTag(ownTag(), settings.siteId, () =>
	start(() => {
		initialPageview();
		navigationPageview();
		outboundLink();
		engagement();
		attributeEvent();
		if (settings.trackErrors) reportErrors(settings.errorHosts);
		if (settings.webVitals) lazyWebVitals();
	}),
);
