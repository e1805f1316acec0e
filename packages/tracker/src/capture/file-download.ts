import { onLinkClick } from "../browser/on-click.ts";
import { track } from "../tracker.ts";

const FILE =
	/\.(7z|avi|csv|dmg|docx?|epub|exe|gz|iso|mp[34]|msi|pdf|pkg|pptx?|rar|tar|tgz|txt|xlsx?|zip)$/i;

/** Sends the custom event `download` for links to files, by their ending or their `download` attribute. */
export const fileDownload = (): void =>
	onLinkClick((path) => {
		const link = path.find(
			(node) => node.href && (node.hasAttribute?.("download") || FILE.test(`${node.pathname}`)),
		);
		if (link) track("custom_event", { url: `${link.href}`.slice(0, 1500) }, "download");
	});
