import { configOfTag, type Tag } from "../core/config.ts";
import { configure, configureRare, whenWanted } from "../core/tracker.ts";
import { take } from "../core/window-property.ts";
import { readRareAttributes } from "./read-rare-attributes.rare.ts";
import { scriptApi } from "./script-api.ts";

/**
 * Installs a tag's tracker and calls `goOn`, unless another tracker was first; for a visitor who has opted out,
 * once the opt-out is reverted.
 */
export const installTag = (tag: Tag, siteId: string, goOn: () => void): void => {
	configure(configOfTag(tag, siteId));
	if (!take(scriptApi)) return;
	const { dataset } = tag;
	whenWanted(
		() => {
			// Few tags have more attributes. Without this code nothing is sent, because a path might have to be hidden.
			if (/tag|mai|Pat|Gpc|release/.test(`${Object.keys(dataset)}`))
				readRareAttributes(dataset, (config) => {
					configureRare(config);
					goOn();
				});
			else goOn();
		},
		"requireConsent" in dataset,
	);
};
