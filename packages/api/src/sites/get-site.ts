import { z } from "zod";
import { type Route, route } from "../routing/route.ts";
import { SiteAnswer, siteAnswerOf } from "./site-answer.ts";

export const getSiteRoute: Route = route({
	method: "get",
	path: "/api/sites/{site}",
	summary: "A site and what it tracks",
	description:
		"What every reader of its analytics may know. Its exclusions and other private settings are in `config`.",
	tags: ["Sites"],
	access: { site: "read", scope: "sites:read", areas: [] },
	response: SiteAnswer,
	handle: async ({ site, role }) => siteAnswerOf(site, role),
});

export const isSitePublicRoute: Route = route({
	method: "get",
	path: "/api/sites/{site}/is-public",
	summary: "Whether a site's analytics can be read without signing in",
	description: "Without a key, for pages that link to public statistics. 404 for an unknown site.",
	tags: ["Sites"],
	access: { site: "anyone" },
	response: z.strictObject({ isPublic: z.boolean() }),
	handle: async ({ site }) => ({ isPublic: site.public }),
});
