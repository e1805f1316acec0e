import type { ScriptSettings } from "@footfall/shared/tracking-configuration";
import { configOfTag, defaultSettings, type Settings } from "./config.ts";
import { establish } from "./establish.ts";
import type { Capture } from "./tracker.ts";

/** The one name that the gateway replaces in the built file: the site's settings, or null where it does not know the site. */
declare const FOOTFALL_SETTINGS: ScriptSettings | null;

/** A capture, and the switch by which a site turns it on; without one it is always on. */
export type SwitchedCapture = readonly [capture: Capture, setting?: keyof Settings];

/** Starts the tracker of a script tag with those of the captures that its site wants. */
export const boot = (captures: readonly SwitchedCapture[]): void => {
	const baked = FOOTFALL_SETTINGS;
	// A module has no current script.
	const tag = document.currentScript ?? document.querySelector("script[data-site-id]");
	const config = configOfTag(tag as HTMLScriptElement, baked?.siteId);
	const { tracker } = establish(config);
	const start = (settings: Settings) =>
		tracker?.start(
			settings,
			captures.flatMap(([capture, setting]) => (!setting || settings[setting] ? [capture] : [])),
		);
	if (baked) start(baked);
	else if (tracker)
		fetch(`${config.host}/site/tracking-config/${config.siteId}`, { credentials: "omit" })
			.then((answer) => (answer.ok ? answer.json() : defaultSettings))
			.catch(() => defaultSettings)
			.then(start);
};
