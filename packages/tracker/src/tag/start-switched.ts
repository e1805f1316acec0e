import { trackParts } from "../browser/page-address.ts";
import type { Settings } from "../core/config.ts";
import { start } from "../core/tracker.ts";

/** A capture and the setting that turns it on; without one it is always on. */
export type SwitchedCapture = readonly [
	capture: (settings: Settings) => void,
	setting?: keyof Settings,
];

/** Starts the tracker with the captures that the settings turn on. */
export const startSwitched = (settings: Settings, captures: readonly SwitchedCapture[]): void => {
	trackParts(settings.trackUrlParams, settings.trackUrlFragments);
	start(() => {
		for (const [capture, setting] of captures) if (!setting || settings[setting]) capture(settings);
	});
};
