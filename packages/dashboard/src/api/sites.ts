import { type Viewer, viewerHeaders } from "../address/viewer.ts";
import { answerOf, client } from "./client.ts";
import { failureOf } from "./failure.ts";
import { putAnswer } from "./query-client.ts";
import type { paths } from "./schema.ts";
import { type Report, useReport } from "./use-report.ts";

/** A site as its pages need it. */
export interface ReadSite {
	siteId: number;
	/** As addresses name it. */
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
	/** As whom the caller sees the site; absent where the api does not say. */
	seenBy: SeenBy | undefined;
	/** IANA name; null where none was chosen. */
	timeZone: string | null;
}

type SeenBy =
	paths["/api/sites/{site}/viewer"]["get"]["responses"][200]["content"]["application/json"]["data"];

const askSeenBy = async (site: string, viewer: Viewer, signal: AbortSignal) => {
	try {
		const call = client.GET("/api/sites/{site}/viewer", {
			params: { path: { site } },
			headers: viewerHeaders(viewer),
			signal,
		});
		return (await answerOf(call)).data;
	} catch (error) {
		// Where the site itself may be read, this can only be missing.
		if (failureOf(error).kind === "refused") return undefined;
		throw error;
	}
};

/** The site of an address, as its viewer may see it. */
export const useSite = (site: string, viewer: Viewer): Report<ReadSite> =>
	useReport({
		key: ["site", site, viewer],
		keepsPrevious: false,
		ask: async (signal) => {
			const [found, seenBy] = await Promise.all([
				answerOf(
					client.GET("/api/sites/{site}", {
						params: { path: { site } },
						headers: viewerHeaders(viewer),
						signal,
					}),
				),
				askSeenBy(site, viewer, signal),
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
			};
		},
	});

/** A role in an organization, as its menus depend on it. */
export type OrganizationRole = "owner" | "admin" | "member";

export interface OwnOrganization {
	id: string;
	name: string;
	role: OrganizationRole;
	sites: readonly { id: string; siteId: number; name: string; domain: string; createdAt: string }[];
}

const ROLES: readonly OrganizationRole[] = ["owner", "admin", "member"];

/** The organizations of who is signed in, with the sites that they may see. */
export const useOrganizations = (isOff: boolean): Report<readonly OwnOrganization[]> =>
	useReport({
		key: ["organizations"],
		isOff,
		isPatient: true,
		ask: async (signal) => {
			const found = await answerOf(client.GET("/api/organizations", { signal }));
			return found.map(({ id, name, role, sites }) => ({
				id,
				name,
				// Several roles may stand beside each other, joined by commas.
				role: ROLES.find((one) => role.split(",").includes(one)) ?? "member",
				sites,
			}));
		},
	});

const liveKey = (site: string, viewer: Viewer) => ["live", site, viewer];

/** Sessions of a site with an event in the last five minutes. */
export const useLiveCount = (site: string, viewer: Viewer, isOff = false): Report<number> =>
	useReport({
		key: liveKey(site, viewer),
		isOff,
		isPatient: true,
		everyMs: 15_000,
		ask: async (signal) => {
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

/** Tells all who show that number what the server has pushed. */
export const tellLiveCount = (site: string, viewer: Viewer, count: number): void =>
	putAnswer(liveKey(site, viewer), count);

/** @throws RequestFailure 409 when the organization has the domain already */
export const createSite = async (
	organizationId: string,
	site: { name: string; domain: string },
): Promise<{ id: string; siteId: number }> =>
	answerOf(
		client.POST("/api/organizations/{organizationId}/sites", {
			params: { path: { organizationId } },
			body: site,
		}),
	);

/** @returns its id */
export const createOrganization = async (name: string): Promise<string> => {
	const letters = name
		.normalize("NFD")
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, "-")
		.replaceAll(/^-|-$/g, "");
	// Slugs are unique in the whole product, names are not.
	const slug = `${letters === "" ? "team" : letters}-${Date.now().toString(36)}`;
	const { id } = await answerOf(
		client.POST("/api/auth/organization/create", { body: { name, slug } }),
	);
	return id;
};
