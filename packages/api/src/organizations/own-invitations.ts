import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import {
	invitationNotFound,
	joinByInvitation,
	openInvitation,
	requireVerified,
} from "./accept-invitation.ts";
import { inviterMayStill } from "./invitations.ts";

const path = "/api/user/invitations";
const access = { user: "session" } as const;
const tags = ["Organizations"];
const params = z.object({ invitationId: z.string() });
const MOST = 100;

const OwnInvitation = z
	.strictObject({
		id: z.string(),
		organizationId: z.string(),
		organizationName: z.string(),
		role: z.string(),
		invitedBy: z.string(),
		expiresAt: z.iso.datetime(),
	})
	.meta({ component: "OwnInvitation" });

/** The invitations of the signed-in person: nobody becomes a member without accepting. */
export const ownInvitationRoutes = (database: Database): readonly Route[] => [
	route({
		method: "get",
		path,
		summary: "The caller's pending invitations",
		description:
			"Empty while the caller's address is not verified; `GET /api/auth/get-session` shows whether it is.",
		tags,
		access,
		response: z.strictObject({ success: z.boolean(), data: z.array(OwnInvitation) }),
		handle: async ({ caller }) => {
			const rows = await database
				.selectFrom("invitation")
				.innerJoin("organization", "organization.id", "invitation.organizationId")
				.innerJoin("user as host", "host.id", "invitation.inviterId")
				.innerJoin("user as guest", "guest.email", "invitation.email")
				.where("guest.id", "=", caller.user.id)
				.where("guest.emailVerified", "=", true)
				.where("status", "=", "pending")
				.where("expiresAt", ">", new Date())
				.where(inviterMayStill)
				.select(["invitation.id", "organizationId", "role", "expiresAt"])
				.select(["organization.name as organizationName", "host.email as invitedBy"])
				.orderBy("expiresAt", "desc")
				.limit(MOST)
				.execute();
			const data = rows.map(({ role, expiresAt, ...row }) => ({
				...row,
				role: role ?? "member",
				expiresAt: expiresAt.toISOString(),
			}));
			return { success: true, data };
		},
	}),
	route({
		method: "post",
		path: `${path}/{invitationId}/accept`,
		summary: "Accepts an invitation to the caller's verified address",
		description:
			"The caller becomes a member with the invited role. 404 if the invitation is not theirs, was withdrawn or has expired.",
		tags,
		access,
		audit: "invitation.accept",
		params,
		response: Success,
		handle: async ({ caller, params: { invitationId } }) => {
			const open = await openInvitation(database, invitationId, caller.user.email);
			await requireVerified(database, caller.user.id);
			await joinByInvitation(database, open, caller.user.id);
			return { success: true };
		},
	}),
	route({
		method: "post",
		path: `${path}/{invitationId}/decline`,
		summary: "Declines an invitation to the caller",
		description:
			"The invitation disappears from both sides' lists. 404 if it is not the caller's or no longer open.",
		tags,
		access,
		audit: "invitation.reject",
		params,
		response: Success,
		handle: async ({ caller, params: { invitationId } }) => {
			const declined = await database
				.updateTable("invitation")
				.set({ status: "rejected" })
				.where("id", "=", invitationId)
				.where("email", "=", caller.user.email)
				.where("status", "=", "pending")
				.returning("id")
				.executeTakeFirst();
			if (!declined) throw invitationNotFound();
			return { success: true };
		},
	}),
];
