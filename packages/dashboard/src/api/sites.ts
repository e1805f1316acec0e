import { type Viewer, viewerHeaders } from "../router/viewer.ts";
import { answerOf, client } from "./client.ts";
import { failureOf } from "./failure.ts";
import { putAnswer } from "./query-cache.ts";
import type { paths } from "./schema.ts";
import { type Report, useReport } from "./use-report.ts";

/** A site as its pages need it. */
export interface ReadSite {
	siteId: number;
	/** The name that URLs use. */
	id: string;
	name: string;
	domain: string;
	organizationId: string;
	isPublic: boolean;
	/** Whether the viewer may change its settings. */
	mayConfigure: boolean;
	createdAt: string;
	sessionReplay: boolean;
	webVitals: boolean;
	trackErrors: boolean;
	/** The caller's role on the site; absent where the API does not say. */
	seenBy: SeenBy | undefined;
	/** IANA name; null if none is set. */
	timeZone: string | null;
	/** ISO 4217: what money is shown in; null for a site without any. */
	currency: string | null;
}

type SeenBy =
	paths["/api/sites/{site}/viewer"]["get"]["responses"][200]["content"]["application/json"]["data"];

const fetchSeenBy = async (site: string, viewer: Viewer, signal: AbortSignal) => {
	try {
		const call = client.GET("/api/sites/{site}/viewer", {
			params: { path: { site } },
			headers: viewerHeaders(viewer),
			signal,
		});
		return (await answerOf(call)).data;
	} catch (error) {
		// When the site itself can be read, this part can only be missing.
		if (failureOf(error).kind === "refused") return undefined;
		throw error;
	}
};

/** The site of a URL, as its viewer may see it. */
export const useSite = (site: string, viewer: Viewer): Report<ReadSite> =>
	useReport({
		key: ["site", site, viewer],
		keepsPrevious: false,
		fetch: async (signal) => {
			const [found, seenBy] = await Promise.all([
				answerOf(
					client.GET("/api/sites/{site}", {
						params: { path: { site } },
						headers: viewerHeaders(viewer),
						signal,
					}),
				),
				fetchSeenBy(site, viewer, signal),
			]);
			const { siteId, id, name, domain, organizationId, createdAt } = found;
			const { sessionReplay, webVitals, trackErrors } = found;
			return {
				siteId,
				id,
				name,
				domain,
				organizationId,
				createdAt,
				isPublic: found.public,
				mayConfigure: found.isOwner,
				sessionReplay,
				webVitals,
				trackErrors,
				seenBy,
				timeZone: seenBy?.hasTimeZone ? seenBy.timeZone : null,
				currency: seenBy?.hasRevenue ? seenBy.currency : null,
			};
		},
	});

/** A role in an organization, which the menus depend on. */
export type OrganizationRole = Membership["role"];

/** Whether the role is for changing the organization and its sites. */
export const isAdministrator = (role: OrganizationRole): boolean =>
	role === "owner" || role === "admin";

/** An organization of the signed-in person. */
export type Membership =
	paths["/api/user/memberships"]["get"]["responses"][200]["content"]["application/json"]["data"][number];

/** The organizations of the signed-in person. Keys of queries about their sites begin with the same word. */
export const useMemberships = (isOff: boolean): Report<readonly Membership[]> =>
	useReport({
		key: ["organizations"],
		isOff,
		waitsForIdle: true,
		fetch: async (signal) => (await answerOf(client.GET("/api/user/memberships", { signal }))).data,
	});

const liveKey = (site: string, viewer: Viewer) => ["live", site, viewer];

/** Sessions of a site with an event in the last five minutes. */
export const useLiveCount = (site: string, viewer: Viewer, isOff = false): Report<number> =>
	useReport({
		key: liveKey(site, viewer),
		isOff,
		waitsForIdle: true,
		everyMs: 15_000,
		fetch: async (signal) => {
			const { count } = await answerOf(
				client.GET("/api/sites/{site}/live-user-count", {
					params: { path: { site }, query: {} },
					headers: viewerHeaders(viewer),
					signal,
				}),
			);
			return count;
		},
	});

/** Passes a pushed number to every component that shows it. */
export const putLiveCount = (site: string, viewer: Viewer, count: number): void =>
	putAnswer(liveKey(site, viewer), count);
