import { attributeEvent } from "../capture/attribute-event.ts";
import { buttonClick } from "../capture/button-click.ts";
import { copiedText } from "../capture/copied-text.ts";
import { engagement } from "../capture/engagement.ts";
import { fileDownload } from "../capture/file-download.ts";
import { formSubmit } from "../capture/form-submit.ts";
import { initialPageview } from "../capture/initial-pageview.ts";
import { inputChange } from "../capture/input-change.ts";
import {
	isSessionReplayActive,
	lazySessionReplay,
	startSessionReplay,
	stopSessionReplay,
} from "../capture/lazy-session-replay.ts";
import { lazyWebVitals } from "../capture/lazy-web-vitals.ts";
import { navigationPageview } from "../capture/navigation-pageview.ts";
import { outboundLink } from "../capture/outbound-link.ts";
import { reportErrors } from "../capture/uncaught-error.ts";
import { defaultSettings, type Settings, siteIdOfTag, type Tag } from "../core/config.ts";
import { host, siteId } from "../core/tracker.ts";
import { installTag } from "./install-tag.ts";
import { scriptApi } from "./script-api.ts";
import { type SwitchedCapture, startSwitched } from "./start-switched.ts";

const capturesOf = ({ dataset }: Tag): readonly SwitchedCapture[] => [
	[initialPageview, "trackInitialPageView"],
	[navigationPageview, "trackSpaNavigation"],
	[engagement],
	[outboundLink, "trackOutbound"],
	[attributeEvent],
	[fileDownload, "trackDownloads"],
	[buttonClick, "trackButtonClicks"],
	[copiedText, "trackCopy"],
	[formSubmit, "trackFormInteractions"],
	[inputChange, "trackFormInteractions"],
	[({ errorHosts }) => reportErrors(errorHosts), "trackErrors"],
	[lazyWebVitals, "webVitals"],
	[
		() =>
			lazySessionReplay(
				(page) => import(`${host}/replay.js`).then(({ replayOfTag }) => replayOfTag(page, dataset)),
				dataset["replaySampleRate"],
			),
		"sessionReplay",
	],
];

const askForSettings = async (): Promise<Settings> => {
	try {
		const answer = await fetch(`${host}/site/tracking-config/${siteId}`, { credentials: "omit" });
		if (answer.ok) return await answer.json();
	} catch {
		// On a failure, the default settings apply, as for an unknown site.
	}
	return defaultSettings;
};

/** The settings of a site in its script. */
export type SiteSettings = Settings & { siteId: string };

/**
 * Installs the tracker with all features: with the settings in the script, else with those that the gateway returns.
 * `adapt` may change them, and decides when to go on.
 */
export const installFullTag = (
	tag: Tag,
	baked: SiteSettings | null,
	adapt = (settings: Settings, goOn: (settings: Settings) => void): void => goOn(settings),
): void => {
	Object.assign(scriptApi, { startSessionReplay, stopSessionReplay, isSessionReplayActive });
	const startWith = (settings: Settings) =>
		adapt(settings, (adapted) => startSwitched(adapted, capturesOf(tag)));
	installTag(tag, baked ? baked.siteId : siteIdOfTag(tag), () => {
		if (baked) startWith(baked);
		else askForSettings().then(startWith);
	});
};
