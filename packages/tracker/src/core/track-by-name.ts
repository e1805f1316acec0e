import { trackedAddress } from "../browser/page-address.ts";
import { propertiesJson } from "../event/event-properties.ts";
import { type Track, track } from "./tracker.ts";

/** `track` for captures from elsewhere, by the documented names. */
export const trackByName: Track = (type, properties, name, measures, at) =>
	track(type, [measures ?? {}, propertiesJson(properties)], name, at && trackedAddress(at));
