import { onLinkClick } from "../browser/on-click.ts";
import { reportOutbound } from "../core/calls.ts";

/** Reports links to other hosts, without delaying the navigation. */
export const outboundLink = (): void =>
	onLinkClick(({ protocol, hostname, href }, link) => {
		if (/^http/.test(protocol) && hostname !== location.hostname)
			reportOutbound(href, link.textContent.trim(), link.getAttribute("target"));
	});
