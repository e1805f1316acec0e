import { z } from "zod";
import { MEMBER_ROLES } from "../access/caller.ts";
import { highestRoleOf } from "../access/roles.ts";
import { seesSite } from "../access/visible-sites.ts";
import { withIsoTimes } from "../database/iso-times.ts";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";
import { OrganizationSummary } from "../sites/list-sites.ts";

const Membership = OrganizationSummary.extend({
	/** The caller's highest role. */
	role: z.enum(MEMBER_ROLES),
	/** The number of sites that the caller may see. */
	siteCount: z.int(),
}).meta({ component: "Membership" });

/** The organizations of the signed-in person, in an answer that does not grow with members or sites. */
export const membershipsRoute = (database: Database): Route =>
	route({
		method: "get",
		path: "/api/user/memberships",
		summary:
			"The organizations of the signed-in person, each with their role and the number of sites that they may see",
		description: "The sites are at `GET /api/sites`.",
		tags: ["Organizations"],
		access: { user: "session" },
		response: z.strictObject({ data: z.array(Membership) }),
		handle: async ({ caller }) => {
			const organizations = await database
				.selectFrom("member")
				.innerJoin("organization", "organization.id", "member.organizationId")
				.where("member.userId", "=", caller.user.id)
				.select(["organization.id", "name", "slug", "logo", "organization.createdAt", "role"])
				.select(({ selectFrom, fn }) =>
					selectFrom("site")
						.whereRef("site.organizationId", "=", "member.organizationId")
						.where(seesSite)
						.select(fn.countAll<string>().as("count"))
						.$asScalar()
						.as("siteCount"),
				)
				.orderBy("organization.createdAt")
				.orderBy("organization.id")
				.execute();
			return {
				data: organizations.map((row) => ({
					...withIsoTimes(row),
					role: highestRoleOf(row.role),
					siteCount: Number(row.siteCount),
				})),
			};
		},
	});
