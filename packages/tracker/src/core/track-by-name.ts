import { trackedAddress } from "../browser/page-address.ts";
import { type Track, track } from "./tracker.ts";

/** `track` for captures from elsewhere, which name another page by its URL. */
export const trackByName: Track = (type, properties, name, measures, at) =>
	track(type, properties, name, measures, at && trackedAddress(at));
