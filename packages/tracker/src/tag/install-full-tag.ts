import {
	isSessionReplayActive,
	lazySessionReplay,
	startSessionReplay,
	stopSessionReplay,
} from "../capture/lazy-session-replay.ts";
import { lazyWebVitals } from "../capture/lazy-web-vitals.ts";
import { type SwitchedCapture, switchedCaptures } from "../capture/switched-captures.ts";
import { type Settings, siteIdOfTag, type Tag } from "../core/config.ts";
import { fetchSettings } from "../core/site-settings.ts";
import { host } from "../core/tracker.ts";
import { installTag } from "./install-tag.ts";
import { scriptApi } from "./script-api.ts";
import { startSwitched } from "./start-switched.ts";

const capturesOf = ({ dataset }: Tag): readonly SwitchedCapture[] => [
	...switchedCaptures,
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

/** The settings of a site in its script. */
export type SiteSettings = Settings & { siteId: string };

/**
 * Installs the tracker with all features: with the settings in the script, else with those that the gateway returns.
 * `adapt` may change them, and decides when to continue.
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
		else fetchSettings().then(startWith);
	});
};
