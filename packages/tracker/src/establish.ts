import { hasOptedOut } from "./browser/has-opted-out.ts";
import { configOfTag } from "./config.ts";
import { scriptApi } from "./script-api.ts";
import { configure, namespace } from "./tracker.ts";
import { isTaken, take } from "./window-property.ts";

/**
 * Puts a tag's tracker into the page, and answers whether it may start: not where another was there first, and not for a
 * visitor who has opted out, whose calls wait in vain.
 */
export const establish = (tag: HTMLScriptElement, siteId: string): boolean => {
	configure(configOfTag(tag, siteId));
	if (isTaken()) return false;
	take(scriptApi);
	return !hasOptedOut(namespace, "respectGpc" in tag.dataset);
};
