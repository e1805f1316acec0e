import { answerOf, client } from "./client.ts";
import type { paths } from "./schema.ts";
import { type Report, useReport } from "./use-report.ts";

type Listing = paths["/api/sites"]["get"];

/** Filters and order of a list of sites; `page_size` is 50 when absent. */
export type SitesQuery = NonNullable<Listing["parameters"]["query"]>;

/** A page of sites, and the number of sites on all pages. */
export type SitesPage = Listing["responses"][200]["content"]["application/json"];
export type ListedSite = SitesPage["data"][number];

/** The sites that the signed-in person may see. Refetched together with their organizations, whose key they share. */
export const useOwnSites = (query: SitesQuery, isOff = false): Report<SitesPage> =>
	useReport({
		key: ["organizations", "sites", query],
		isOff,
		fetch: (signal) => answerOf(client.GET("/api/sites", { params: { query }, signal })),
	});

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
