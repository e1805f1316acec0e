import { onLinkClick } from "../browser/on-click.ts";
import { track } from "../core/tracker.ts";
import { OUTBOUND } from "../event/event-kinds.ts";

/** Reports links to other hosts, without delaying the navigation. */
export const outboundLink = (): void =>
	onLinkClick(({ protocol, hostname, href }, link) => {
		if (/^http/.test(protocol) && hostname !== location.hostname)
			track(OUTBOUND, [href, link.textContent.trim(), link.getAttribute("target") as string]);
	});
