import { onLinkClick } from "../browser/on-click.ts";
import { outbound } from "../calls.ts";

/** Reports links to other hosts. It only watches: the navigation is neither held up nor taken over. */
export const outboundLink = (): void =>
	onLinkClick((path) => {
		const link = path.find(
			({ protocol, hostname }) =>
				/^http/.test(protocol as string) && hostname !== location.hostname,
		);
		if (link) outbound(link.href as string, link.textContent?.trim(), link.target);
	});
