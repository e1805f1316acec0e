import { trackParts } from "../browser/page-address.ts";
import { installSwitched, type SwitchedCapture } from "../capture/switched-captures.ts";
import type { Settings } from "../core/config.ts";
import { start } from "../core/tracker.ts";
import { allowLargeProperties } from "../event/event-properties.ts";

/** Starts the tracker with the captures that the settings turn on. */
export const startSwitched = (settings: Settings, captures: readonly SwitchedCapture[]): void => {
	trackParts(settings.trackUrlParams, settings.trackUrlFragments);
	allowLargeProperties(settings.largeProperties);
	start(() => installSwitched(settings, captures));
};
