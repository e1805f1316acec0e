import { hasOptedOut } from "../browser/has-opted-out.ts";
import { configOfTag } from "../core/config.ts";
import { configure, host, namespace, recordThrough } from "../core/tracker.ts";
import { isTaken, take } from "../core/window-property.ts";
import { scriptApi } from "./script-api.ts";

/**
 * Installs a tag's tracker and calls `goOn`, unless another tracker was first or the visitor has opted out, whose calls
 * are ignored.
 */
export const installTag = (tag: HTMLScriptElement, siteId: string, goOn: () => void): void => {
	configure(configOfTag(tag, siteId));
	if (isTaken()) return;
	take(scriptApi);
	const { dataset } = tag;
	if (hasOptedOut(namespace, "respectGpc" in dataset)) return;
	// Few tags hide paths. Without this code nothing is sent, because a path might have to be hidden.
	if (dataset["skipPatterns"] || dataset["maskPatterns"])
		import(`${host}/paths.js`).then(({ filterOfTag }) => {
			recordThrough(filterOfTag(dataset));
			goOn();
		});
	else goOn();
};
