import { boot } from "./boot.ts";
import { attributeEvent } from "./capture/attribute-event.ts";
import { buttonClick } from "./capture/button-click.ts";
import { copiedText } from "./capture/copied-text.ts";
import { engagement } from "./capture/engagement.ts";
import { fileDownload } from "./capture/file-download.ts";
import { formSubmit } from "./capture/form-submit.ts";
import { initialPageview } from "./capture/initial-pageview.ts";
import { inputChange } from "./capture/input-change.ts";
import { lazyWebVitals } from "./capture/lazy-web-vitals.ts";
import { navigationPageview } from "./capture/navigation-pageview.ts";
import { outboundLink } from "./capture/outbound-link.ts";
import { uncaughtError } from "./capture/uncaught-error.ts";

boot([
	[engagement],
	[initialPageview, "trackInitialPageView"],
	[navigationPageview, "trackSpaNavigation"],
	[outboundLink, "trackOutbound"],
	[attributeEvent],
	[fileDownload, "trackDownloads"],
	[buttonClick, "trackButtonClicks"],
	[copiedText, "trackCopy"],
	[formSubmit, "trackFormInteractions"],
	[inputChange, "trackFormInteractions"],
	[uncaughtError, "trackErrors"],
	[lazyWebVitals, "webVitals"],
]);
