import { onClick } from "../browser/on-click.ts";
import { outboundProperties } from "../event-fields.ts";
import { type Install, track } from "../tracker.ts";

const leavesSite = (node: Element): node is HTMLAnchorElement =>
	node instanceof HTMLAnchorElement &&
	node.protocol.startsWith("http") &&
	node.hostname !== location.hostname;

/** Reports links to other hosts. It only watches: the navigation is neither held up nor taken over. */
export const outboundLink: Install = () =>
	onClick((path) => {
		const link = path.find(leavesSite);
		if (link)
			track("outbound", outboundProperties(link.href, link.textContent.trim(), link.target));
	});
