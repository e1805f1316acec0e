import type { ListedEvent } from "@footfall/reports/events/events";
import type { FeedLine } from "@footfall/shared/live-feed";
import type { Site } from "../access/site.ts";
import { newsTexts } from "./live-texts.ts";
import type { SiteWatch } from "./site-watch.ts";

export type WatchOf = (site: Site, isMember: boolean) => SiteWatch<ListedEvent>;

/** What a channel tells of a site. */
export interface Seen {
	site: Site;
	isMember: boolean;
	withEvents: boolean;
}

interface Channel {
	readers: number;
	unwatch(): void;
}

/** The channels of a gateway's feed: all streams that see the same of a site read one. */
export const createLiveChannels = (watch: WatchOf, send: (line: FeedLine) => void) => {
	const channels = new Map<string, Channel>();
	return {
		/** Adds a reader. @returns the channel's name */
		join: ({ site, isMember, withEvents }: Seen): string => {
			const name = `${site.siteId} ${isMember} ${withEvents}`;
			const known = channels.get(name);
			if (known !== undefined) known.readers++;
			else {
				const unwatch = watch(site, isMember).add((news) => {
					const text = [...newsTexts(news, withEvents)].join("");
					if (text !== "") send({ channel: name, text });
				}, undefined);
				channels.set(name, { readers: 1, unwatch });
			}
			return name;
		},
		/** Takes a reader away. */
		leave: (name: string): void => {
			const channel = channels.get(name);
			if (channel === undefined || --channel.readers > 0) return;
			channels.delete(name);
			channel.unwatch();
		},
	};
};
