import { hasOptedOut } from "../browser/has-opted-out.ts";
import { configOfTag } from "../core/config.ts";
import { configure, host, namespace, sendThrough } from "../core/tracker.ts";
import { isTaken, take } from "../core/window-property.ts";
import { scriptApi } from "./script-api.ts";

/**
 * Puts a tag's tracker into the page and lets it go on: not where another was there first, and not for a visitor who has
 * opted out, whose calls wait in vain.
 */
export const installTag = (tag: HTMLScriptElement, siteId: string, goOn: () => void): void => {
	configure(configOfTag(tag, siteId));
	if (isTaken()) return;
	take(scriptApi);
	const { dataset } = tag;
	if (hasOptedOut(namespace, "respectGpc" in dataset)) return;
	// Few tags hide paths. Without the code for it nothing is sent, since it may be what was to be hidden.
	if (dataset["skipPatterns"] || dataset["maskPatterns"])
		import(`${host}/paths.js`).then(({ hidePathsOfTag }) => {
			sendThrough(hidePathsOfTag(dataset));
			goOn();
		});
	else goOn();
};
