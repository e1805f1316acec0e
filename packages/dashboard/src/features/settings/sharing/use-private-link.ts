import { answerOf, client } from "../../../api/client.ts";
import { invalidate } from "../../../api/query-cache.ts";
import { useReport } from "../../../api/use-report.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import type { SharedArea } from "./shared-areas.ts";

const keyOf = (site: string) => ["private-link", site];

/** The site's private link, and its limits. */
export const usePrivateLink = () => {
	const { site } = useSiteView();
	const params = { path: { site: site.id } };
	return useReport({
		key: keyOf(site.id),
		keepsPrevious: false,
		fetch: async (signal) => {
			const [link, limit] = await Promise.all([
				answerOf(client.GET("/api/sites/{site}/private-link-config", { params, signal })),
				answerOf(client.GET("/api/sites/{site}/private-link-config/areas", { params, signal })),
			]);
			return { privateKey: link.data.privateLinkKey ?? undefined, ...limit.data };
		},
	});
};
export type PrivateLink = NonNullable<ReturnType<typeof usePrivateLink>["data"]>;

/** Creates a key, which replaces the previous one. @returns it */
export const makeLink = async (site: string): Promise<string> => {
	const { data } = await answerOf(
		client.POST("/api/sites/{site}/private-link-config", {
			params: { path: { site } },
			body: { action: "generate_private_link_key" },
		}),
	);
	await invalidate(keyOf(site));
	return data.privateLinkKey ?? "";
};

export const revokeLink = async (site: string): Promise<void> => {
	await answerOf(
		client.POST("/api/sites/{site}/private-link-config", {
			params: { path: { site } },
			body: { action: "revoke_private_link_key" },
		}),
	);
	await invalidate(keyOf(site));
};

/** @param areas null for no limit, which includes pages of later versions */
export const limitLink = async (
	site: string,
	areas: readonly SharedArea[] | null,
): Promise<void> => {
	await answerOf(
		client.PUT("/api/sites/{site}/private-link-config/areas", {
			params: { path: { site } },
			body: { areas: areas && [...areas] },
		}),
	);
	await invalidate(keyOf(site));
};
