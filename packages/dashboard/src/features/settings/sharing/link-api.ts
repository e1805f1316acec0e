import { answerOf, client } from "../../../api/client.ts";
import { invalidate } from "../../../api/query-cache.ts";
import type { paths } from "../../../api/schema.ts";
import { useReport } from "../../../api/use-report.ts";
import { useSiteView } from "../../../layout/site-view.ts";

const LINKS = "/api/sites/{site}/private-links";
const LINK = "/api/sites/{site}/private-links/{linkId}";

/** A private link as the API lists it. */
export type PrivateLink =
	paths[typeof LINKS]["get"]["responses"][200]["content"]["application/json"]["data"][number];

/** The body of a new link. */
export type NewLink = NonNullable<
	paths[typeof LINKS]["post"]["requestBody"]
>["content"]["application/json"];

const keyOf = (site: string) => ["private-links", site];

/** The site's private links, and the key of the one whose key can be read again. */
export const usePrivateLinks = () => {
	const { site } = useSiteView();
	const params = { path: { site: site.id } };
	return useReport({
		key: keyOf(site.id),
		keepsPrevious: false,
		fetch: async (signal) => {
			const [list, limit] = await Promise.all([
				answerOf(client.GET(LINKS, { params, signal })),
				answerOf(client.GET("/api/sites/{site}/private-link-config/areas", { params, signal })),
			]);
			const links = list.data;
			const { available } = limit.data;
			if (!links.some(({ isMain }) => isMain)) return { links, available, mainKey: undefined };
			const main = await answerOf(
				client.GET("/api/sites/{site}/private-link-config", { params, signal }),
			);
			return { links, available, mainKey: main.data.privateLinkKey ?? undefined };
		},
	});
};
export type SharedLinks = NonNullable<ReturnType<typeof usePrivateLinks>["data"]>;

/** A link that was just made, with the key that is shown only now. */
export type MadeLink = PrivateLink & { privateLinkKey: string };

export const addLink = async (site: string, body: NewLink): Promise<MadeLink> => {
	const made = await answerOf(client.POST(LINKS, { params: { path: { site } }, body }));
	await invalidate(keyOf(site));
	return made;
};

/** @param body the fields to change */
export const changeLink = async (
	site: string,
	linkId: number,
	body: Partial<NewLink>,
): Promise<void> => {
	const path = { site, linkId: String(linkId) };
	await answerOf(client.PUT(LINK, { params: { path }, body }));
	await invalidate(keyOf(site));
};

export const revokeLink = async (site: string, linkId: number): Promise<void> => {
	const path = { site, linkId: String(linkId) };
	await answerOf(client.DELETE(LINK, { params: { path } }));
	await invalidate(keyOf(site));
};
