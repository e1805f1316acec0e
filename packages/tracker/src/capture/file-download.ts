import { onLinkClick } from "../browser/on-click.ts";
import { track } from "../core/tracker.ts";

const FILE =
	/\.(7z|avi|csv|dmg|docx?|epub|exe|gz|iso|mp[34]|msi|pdf|pkg|pptx?|rar|tar|tgz|txt|xlsx?|zip)$/i;

/** Sends the custom event `download` for links to files, recognised by extension or `download` attribute. */
export const fileDownload = (): void =>
	onLinkClick(({ pathname, href }, link) => {
		if (link.hasAttribute("download") || FILE.test(pathname))
			track("custom_event", { url: href.slice(0, 1500) }, "download");
	});
