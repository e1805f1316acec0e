import { attributeEvent } from "./capture/attribute-event.ts";
import { buttonClick } from "./capture/button-click.ts";
import { copiedText } from "./capture/copied-text.ts";
import { engagement } from "./capture/engagement.ts";
import { fileDownload } from "./capture/file-download.ts";
import { formSubmit } from "./capture/form-submit.ts";
import { initialPageview } from "./capture/initial-pageview.ts";
import { inputChange } from "./capture/input-change.ts";
import {
	isSessionReplayActive,
	lazySessionReplay,
	startSessionReplay,
	stopSessionReplay,
} from "./capture/lazy-session-replay.ts";
import { lazyWebVitals } from "./capture/lazy-web-vitals.ts";
import { navigationPageview } from "./capture/navigation-pageview.ts";
import { outboundLink } from "./capture/outbound-link.ts";
import { uncaughtError } from "./capture/uncaught-error.ts";
import { defaultSettings, ownTag, type Settings, siteIdOfTag } from "./config.ts";
import { establish } from "./establish.ts";
import { scriptApi } from "./script-api.ts";
import { type SwitchedCapture, startSwitched } from "./start-switched.ts";
import { host, siteId } from "./tracker.ts";

/** The one name that the gateway replaces in the built file: the site's settings, or null where it does not know the site. */
declare const FOOTFALL_SETTINGS: (Settings & { siteId: string }) | null;

const captures: readonly SwitchedCapture[] = [
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
	[
		() =>
			lazySessionReplay(
				(page) =>
					import(`${host}/replay.js`).then(({ replayOfTag }) => replayOfTag(page, tag.dataset)),
				tag.dataset["replaySampleRate"],
			),
		"sessionReplay",
	],
];

// For every site: with what the gateway has written into it, or else with what it answers.
const baked = FOOTFALL_SETTINGS;
const tag = ownTag();
Object.assign(scriptApi, { startSessionReplay, stopSessionReplay, isSessionReplayActive });
establish(tag, baked ? baked.siteId : siteIdOfTag(tag), () => {
	if (baked) startSwitched(baked, captures);
	else
		fetch(`${host}/site/tracking-config/${siteId}`, { credentials: "omit" })
			.then((answer) => (answer.ok ? answer.json() : defaultSettings))
			.catch(() => defaultSettings)
			.then((settings) => startSwitched(settings, captures));
});
