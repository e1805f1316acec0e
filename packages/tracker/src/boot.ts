import { hasOptedOut } from "./browser/has-opted-out.ts";
import { pageAddress } from "./browser/page-address.ts";
import { configOfTag, defaultSettings, ownTag, type Settings, siteIdOfTag } from "./config.ts";
import { scriptApi } from "./script-api.ts";
import { configure, host, namespace, siteId, start } from "./tracker.ts";
import { isTaken, take } from "./window-property.ts";

/** The one name that the gateway replaces in the built file: the site's settings, or null where it does not know the site. */
declare const FOOTFALL_SETTINGS: (Settings & { siteId: string }) | null;

/** A capture, and the switch by which a site turns it on; without one it is always on. */
export type SwitchedCapture = readonly [capture: () => void, setting?: keyof Settings];

/** Starts the tracker of a script tag with those of the captures that its site wants. */
export const boot = (captures: readonly SwitchedCapture[]): void => {
	const baked = FOOTFALL_SETTINGS;
	const tag = ownTag();
	configure(configOfTag(tag, baked ? baked.siteId : siteIdOfTag(tag)));
	if (isTaken()) return;
	take(scriptApi);
	if (hasOptedOut(namespace, "respectGpc" in tag.dataset)) return;
	const startWith = (settings: Settings) =>
		start(
			(at) => pageAddress(settings.trackUrlParams, settings.trackUrlFragments, at),
			() => {
				for (const [capture, setting] of captures) if (!setting || settings[setting]) capture();
			},
		);
	if (baked) startWith(baked);
	else
		fetch(`${host}/site/tracking-config/${siteId}`, { credentials: "omit" })
			.then((answer) => (answer.ok ? answer.json() : defaultSettings))
			.catch(() => defaultSettings)
			.then(startWith);
};
