import { z } from "zod";
import { personIdOf } from "../access/caller.ts";
import { requireMayPublish } from "../access/rights.ts";
import { type Route, route } from "../routing/route.ts";
import { SITE_READING, SITE_WRITING } from "../sites/configure-site.ts";
import { siteError } from "../sites/site-error.ts";
import { findMainLink, mainKeyOf, type PrivateLinkServices, renewMainLink } from "./main-link.ts";

const PrivateLink = z.strictObject({
	success: z.boolean(),
	data: z
		.strictObject({ privateLinkKey: z.string().nullable() })
		.meta({ component: "PrivateLink" }),
});
const answerOf = (privateLinkKey: string | null): z.output<typeof PrivateLink> => ({
	success: true,
	data: { privateLinkKey },
});

const path = "/api/sites/{site}/private-link-config";

/** A site's main link: its key grants access to the site's analytics, and can be read again. */
export const mainLinkRoutes = (services: PrivateLinkServices): readonly Route[] => [
	route({
		...SITE_READING,
		path,
		summary: "The key of a site's main private link",
		description:
			"Whoever has the link may read the site's analytics without an account; null if there is none. Keys of links from `private-links` are not stored.",
		response: PrivateLink,
		handle: async ({ site, caller }) => {
			requireMayPublish(caller);
			return answerOf(await mainKeyOf(services, site.siteId));
		},
	}),
	route({
		...SITE_WRITING,
		method: "post",
		path,
		summary: "Generates a new key for a site's main private link, or revokes it",
		description:
			"A new key ends the old address at once. The site's other links keep working: see `private-links`.",
		audit: "site.private-link",
		body: z.object({ action: z.enum(["generate_private_link_key", "revoke_private_link_key"]) }),
		refuseBody: (issues) => siteError("INVALID_REQUEST", "Invalid request body", issues),
		response: PrivateLink,
		handle: async ({ site, caller, body, noteInAudit }) => {
			const { database } = services;
			if (body.action === "generate_private_link_key") {
				requireMayPublish(caller);
				const { key, name } = await renewMainLink(services, site, personIdOf(caller));
				noteInAudit({ name });
				return answerOf(key);
			}
			const link = await findMainLink(database, site.siteId);
			if (!link) return answerOf(null);
			noteInAudit({ name: link.name });
			await database.deleteFrom("private_link").where("linkId", "=", link.linkId).execute();
			return answerOf(null);
		},
	}),
];
