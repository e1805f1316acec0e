import { defaultSettings, type Settings } from "./config.ts";
import { host, siteId } from "./tracker.ts";

/** Requests the settings of the site from the gateway. On a failure the defaults apply, as for an unknown site. */
export const fetchSettings = async (): Promise<Settings> => {
	try {
		const answer = await fetch(`${host}/site/tracking-config/${siteId}`, { credentials: "omit" });
		if (answer.ok) return await answer.json();
	} catch {
		// Neither the network nor what answers there is ours.
	}
	return defaultSettings;
};
