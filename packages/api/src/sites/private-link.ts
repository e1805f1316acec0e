import { randomBytes } from "node:crypto";
import { z } from "zod";
import { requireMayPublish } from "../access/rights.ts";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";
import { SITE_READING, SITE_WRITING } from "./configure-site.ts";
import { siteError } from "./site-error.ts";

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

/** A site's private link: its key grants access to the site's analytics. */
export const privateLinkRoutes = (database: Database): readonly Route[] => [
	route({
		...SITE_READING,
		path,
		summary: "The key of a site's private link",
		description:
			"Whoever has the link may read the site's analytics without an account; null if there is none.",
		response: PrivateLink,
		handle: async ({ site, caller }) => {
			requireMayPublish(caller);
			return answerOf(site.privateLinkKey);
		},
	}),
	route({
		...SITE_WRITING,
		method: "post",
		path,
		summary: "Generates a new key for a site's private link, or revokes it",
		description: "A new key ends the old link at once.",
		audit: "site.private-link",
		body: z.object({ action: z.enum(["generate_private_link_key", "revoke_private_link_key"]) }),
		refuseBody: (issues) => siteError("INVALID_REQUEST", "Invalid request body", issues),
		response: PrivateLink,
		handle: async ({ site, caller, body }) => {
			if (body.action === "generate_private_link_key") requireMayPublish(caller);
			const privateLinkKey =
				body.action === "generate_private_link_key" ? randomBytes(6).toString("hex") : null;
			await database
				.updateTable("site")
				.set({ privateLinkKey, updatedAt: new Date() })
				.where("siteId", "=", site.siteId)
				.execute();
			return answerOf(privateLinkKey);
		},
	}),
];
