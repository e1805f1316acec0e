import { configOfTag, type Tag } from "../core/config.ts";
import { configure, configureRare, host, whenWanted } from "../core/tracker.ts";
import { take } from "../core/window-property.ts";
import { scriptApi } from "./script-api.ts";

/**
 * Installs a tag's tracker and calls `goOn`, unless another tracker was first, or once a visitor who has opted out
 * takes that back.
 */
export const installTag = (tag: Tag, siteId: string, goOn: () => void): void => {
	configure(configOfTag(tag, siteId));
	if (!take(scriptApi)) return;
	const { dataset } = tag;
	whenWanted(() => {
		// Few tags say more. Without this code nothing is sent, because a path might have to be hidden. The number rises with
		// what the file exports: browsers keep it for some minutes, also that of an older release.
		if (/tag|omains|Patterns|Gpc/.test(`${Object.keys(dataset)}`))
			import(`${host}/paths.js?3`).then(({ rareConfigOfTag }) => {
				const config = rareConfigOfTag(dataset);
				if (!config) return;
				configureRare(config);
				goOn();
			});
		else goOn();
	});
};
