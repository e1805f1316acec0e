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
import { createConnectionLimit } from "./connection-limit.ts";
import { createSiteWatch, type Look, type SiteWatch } from "./site-watch.ts";

/** How often things happen, in ms. */
export interface LivePace {
	/** Looks at a site. */
	lookEveryMs: number;
	heartbeatMs: number;
	/** A revoked session, key or link ends its streams within this time and three seconds. */
	readmitMs: number;
	/** Every wait ends: after so long the client connects again. */
	lifeMs: number;
}

/** An event is in the store within two seconds of its arrival; looking more often would show little more. */
const PACE: LivePace = {
	lookEveryMs: 2_000,
	heartbeatMs: 15_000,
	readmitMs: 7_000,
	lifeMs: 30 * 60_000,
};
/** The window of visitors now, and how far back a client that connects again gets what it missed. */
export const WINDOW_MINUTES = 5;
/** The most events of one push: more than a person can follow, a little for the store. */
export const MAX_PUSHED = 50;

export interface LiveOptions {
	store: ReportStore;
	pseudonymsOf: PseudonymsOf;
	logger: Logger;
	pace?: LivePace | undefined;
	limit?: ReturnType<typeof createConnectionLimit> | undefined;
}

const nothing = async () => [];

export interface Live {
	limit: ReturnType<typeof createConnectionLimit>;
	pace: LivePace;
	/** Aborts when the process stops. */
	signal: AbortSignal;
	/** What members see of a site, or visitors, who are told pseudonyms. */
	watch(site: Site, isMember: boolean): SiteWatch<ListedEvent>;
	/** Ends every stream, so that the server can close. */
	close(): void;
}

/** Watches sites for everybody who has a live page open: one look at a site serves all who see the same of it. */
export const createLive = ({
	store,
	pseudonymsOf,
	logger,
	pace = PACE,
	limit = createConnectionLimit(),
}: LiveOptions): Live => {
	const watches = new Map<string, SiteWatch<ListedEvent>>();
	const closing = new AbortController();

	const lookerAt = (site: Site, isMember: boolean) => async (): Promise<Look<ListedEvent>> => {
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

	return {
		limit,
		pace,
		signal: closing.signal,
		watch: (site, isMember) => {
			const name = `${site.siteId} ${isMember}`;
			const known = watches.get(name);
			if (known) return known;
			const watch = createSiteWatch({
				look: lookerAt(site, isMember),
				everyMs: pace.lookEveryMs,
				failed: (err) =>
					logger.warn({ err, siteId: site.siteId }, "Live pages cannot see a site's events"),
				ended: () => watches.delete(name),
			});
			watches.set(name, watch);
			return watch;
		},
		close: () => closing.abort(),
	};
};
