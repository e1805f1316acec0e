import { onClick } from "../browser/on-click.ts";
import { type Install, track } from "../tracker.ts";

const FILE =
	/\.(7z|avi|csv|dmg|docx?|epub|exe|gz|iso|mp[34]|msi|pdf|pkg|pptx?|rar|tar|tgz|txt|xlsx?|zip)$/i;

const isDownload = (node: Element): node is HTMLAnchorElement =>
	node instanceof HTMLAnchorElement && (node.hasAttribute("download") || FILE.test(node.pathname));

/** Sends the custom event `download` for links to files, by their ending or their `download` attribute. */
export const fileDownload: Install = () =>
	onClick((path) => {
		const link = path.find(isDownload);
		if (link) track("custom_event", { url: link.href.slice(0, 1500) }, "download");
	});
