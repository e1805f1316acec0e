import type { ListedEvent } from "@footfall/reports/events/events";
import type { FeedLine } from "@footfall/shared/live/live-feed";
import type { Site } from "../access/site.ts";
import { newsTexts } from "./live-texts.ts";
import type { SiteWatch } from "./site-watch.ts";

export type WatchOf = (site: Site, isMember: boolean) => SiteWatch<ListedEvent>;

/** What an audience sees of a site. */
export interface LiveView {
	site: Site;
	isMember: boolean;
	withEvents: boolean;
}

interface Audience {
	readers: number;
	unwatch(): void;
}

/** The audiences of a gateway's feed: streams that see the same of a site share one. */
export const createLiveAudiences = (watch: WatchOf, send: (line: FeedLine) => void) => {
	const audiences = new Map<string, Audience>();
	return {
		/** Adds a reader. @returns the audience's name */
		join: ({ site, isMember, withEvents }: LiveView): string => {
			const name = `${site.siteId} ${isMember} ${withEvents}`;
			const known = audiences.get(name);
			if (known !== undefined) known.readers++;
			else {
				const unwatch = watch(site, isMember).add((news) => {
					const text = [...newsTexts(news, withEvents)].join("");
					if (text !== "") send({ audience: name, text });
				}, undefined);
				audiences.set(name, { readers: 1, unwatch });
			}
			return name;
		},
		/** Removes a reader. */
		leave: (name: string): void => {
			const audience = audiences.get(name);
			if (audience === undefined || --audience.readers > 0) return;
			audiences.delete(name);
			audience.unwatch();
		},
	};
};
