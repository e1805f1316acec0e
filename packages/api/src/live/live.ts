import { events, type ListedEvent } from "@footfall/reports/events/events";
import { liveUserCount } from "@footfall/reports/overview/live-user-count";
import type { PseudonymsOf } from "@footfall/reports/query/pseudonyms";
import {
	createRunSql,
	type ReportContext,
	type ReportStore,
} from "@footfall/reports/report/report";
import type { Logger } from "@footfall/shared/logger";
import type { Site } from "../access/site.ts";
import { type ConnectionLimit, createConnectionLimit } from "./connection-limit.ts";
import { createGatewayFeeds, type GatewayFeeds } from "./gateway-feeds.ts";
import { type LivePace, MAX_PUSHED, PACE, WINDOW_MINUTES } from "./live-pace.ts";
import { createSiteWatch, type LiveReading, type SiteWatch } from "./site-watch.ts";

export interface LiveOptions {
	store: ReportStore;
	pseudonymsOf: PseudonymsOf;
	logger: Logger;
	pace?: LivePace | undefined;
	limit?: ConnectionLimit | undefined;
	/** Authenticates gateways that hold streams. */
	internalToken: string;
}

const nothing = async () => [];

export interface Live {
	limit: ConnectionLimit;
	pace: LivePace;
	/** Aborts when the process stops. */
	signal: AbortSignal;
	/** A watch of a site for members, or for visitors, who see pseudonyms. */
	watch(site: Site, isMember: boolean): SiteWatch<ListedEvent>;
	/** For gateways that hold streams. */
	feeds: GatewayFeeds;
	/** Ends every stream, so that the server can close. */
	close(): void;
}

/** Watches sites for all open live pages: one poll of a site serves all viewers who see the same of it. */
export const createLive = ({
	store,
	pseudonymsOf,
	logger,
	internalToken,
	pace = PACE,
	limit = createConnectionLimit(),
}: LiveOptions): Live => {
	const watches = new Map<string, SiteWatch<ListedEvent>>();
	const closing = new AbortController();

	const readingOf =
		(site: Site, isMember: boolean) => async (): Promise<LiveReading<ListedEvent>> => {
			const now = Date.now();
			const requester = { tenant: site.organizationId, caller: `live ${site.siteId}`, part: "" };
			const runSql = createRunSql(store, { requester, priority: "prompt" });
			const from = now - WINDOW_MINUTES * 60_000;
			const context: Omit<ReportContext, "given"> = {
				runSql,
				runPromptSql: runSql,
				site,
				isMember,
				query: {
					period: { from, to: undefined, timeZone: "UTC" },
					filters: [],
					pseudonyms: isMember ? undefined : pseudonymsOf(site.siteId),
				},
				params: {},
				body: undefined,
				goals: { ofSite: nothing, one: () => Promise.reject(new Error("There are no goals here")) },
				funnels: { ofSite: nothing },
				sitesOfOrganization: async () => [site.siteId],
				now,
			};
			const ask = <Answer>(report: typeof events, given: Record<string, string>) =>
				report.answer({ ...context, given }) as Promise<Answer>;
			const [{ count }, { data }] = await Promise.all([
				ask<{ count: number }>(liveUserCount, { minutes: String(WINDOW_MINUTES) }),
				ask<{ data: ListedEvent[] }>(events, { page_size: String(MAX_PUSHED) }),
			]);
			return { visitors: count, events: data.slice(0, MAX_PUSHED) };
		};

	const watchOf = (site: Site, isMember: boolean): SiteWatch<ListedEvent> => {
		const name = `${site.siteId} ${isMember}`;
		const known = watches.get(name);
		if (known) return known;
		const watch = createSiteWatch({
			look: readingOf(site, isMember),
			everyMs: pace.lookEveryMs,
			failed: (err) =>
				logger.warn(
					{ err, siteId: site.siteId },
					"A site's events could not be read for live pages",
				),
			ended: () => watches.delete(name),
		});
		watches.set(name, watch);
		return watch;
	};

	return {
		limit,
		pace,
		signal: closing.signal,
		watch: watchOf,
		feeds: createGatewayFeeds({
			...{ internalToken, pace, logger },
			watch: watchOf,
			stopping: closing.signal,
		}),
		close: () => closing.abort(),
	};
};
