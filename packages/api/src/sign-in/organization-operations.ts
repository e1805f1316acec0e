import { z } from "zod";
import { MEMBER_ROLES } from "../access/caller.ts";
import * as typed from "../http/typed-fields.ts";
import { CLOSED_INVITATION } from "../organizations/read-invitation.ts";
import { AuthInvitation, AuthMember, AuthOrganization, Status } from "./auth-models.ts";
import { type AuthOperation, createOperation, email, id } from "./auth-operation.ts";

const role = z.enum(MEMBER_ROLES);
const organizationId = z.object({ organizationId: id.optional() });
const invitation = z.object({ invitationId: id }).meta({ component: "InvitationId" });

const NOT_MEMBER = "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION";
const ONLY_OWNER = "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER";
const NOT_RECIPIENT = "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION";

const organization = createOperation("Organizations", "session");
const visitor = createOperation("Organizations", "anyone");

/** Organizations, their members and invitations. */
export const organizationOperations: readonly AuthOperation[] = [
	organization("post", "/organization/create", {
		summary: "Creates an organization, owned by the caller",
		description: "400 with `QUOTA_REACHED` if the account may have no more.",
		audit: "organization.create",
		body: z.object({ name: typed.name, slug: typed.slug, logo: typed.webUrl.nullish() }),
		response: AuthOrganization,
	}),
	organization("post", "/organization/check-slug", {
		summary: "Whether a short name is available",
		description: "To ask while a form is filled in; refused if it is taken.",
		body: z.object({ slug: typed.slug }),
		response: Status,
		refusals: { 400: ["ORGANIZATION_SLUG_ALREADY_TAKEN"] },
	}),
	organization("post", "/organization/update", {
		summary: "Changes an organization",
		description: "Its name, slug or logo; for owners and administrators.",
		audit: "organization.update",
		body: z.object({
			data: z
				.object({
					name: typed.name.optional(),
					slug: typed.slug.optional(),
					logo: typed.webUrl.optional(),
				})
				.meta({ component: "OrganizationUpdate" })
				.refine((data) => Object.keys(data).length > 0, "No fields to update"),
			organizationId: id.optional(),
		}),
		response: AuthOrganization.nullable(),
		refusals: {
			400: ["ORGANIZATION_NOT_FOUND", NOT_MEMBER, "ORGANIZATION_SLUG_ALREADY_TAKEN"],
			403: ["YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION"],
		},
	}),
	organization("post", "/organization/set-active", {
		summary: "Chooses the organization that later calls refer to",
		description:
			"For calls of this session that may leave out `organizationId`. Null chooses none.",
		body: z.object({ organizationId: id.nullish(), organizationSlug: id.optional() }),
		response: AuthOrganization.nullable(),
		refusals: { 400: ["ORGANIZATION_NOT_FOUND"], 403: [NOT_MEMBER] },
	}),
	organization("get", "/organization/list", {
		summary: "The caller's organizations",
		description: "Names and ids alone.",
		response: z.array(AuthOrganization),
	}),
	organization("get", "/organization/get-full-organization", {
		summary: "An organization with its members and invitations",
		description: "Null without a chosen organization. Members and viewers do not see invitations.",
		query: z.object({ organizationId: id.optional(), organizationSlug: id.optional() }),
		response: AuthOrganization.nullable(),
		refusals: { 400: ["ORGANIZATION_NOT_FOUND"], 403: [NOT_MEMBER] },
	}),
	organization("get", "/organization/list-members", {
		summary: "The members of an organization",
		description:
			"With their roles, teams and the sites that a restricted member may see; for a list of who has access.",
		query: organizationId,
		response: z.looseObject({ members: z.array(AuthMember), total: z.int() }),
		refusals: {
			400: ["NO_ACTIVE_ORGANIZATION"],
			403: ["YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION"],
		},
	}),
	organization("get", "/organization/get-active-member", {
		summary: "The caller as a member of the chosen organization",
		description: "With the role that decides what they may do.",
		response: AuthMember,
		refusals: { 400: ["NO_ACTIVE_ORGANIZATION", "MEMBER_NOT_FOUND"] },
	}),
	organization("post", "/organization/update-member-role", {
		summary: "Changes a member's role",
		description: "Nobody grants a role above their own, and the last owner stays one.",
		audit: "member.role",
		body: z.object({
			memberId: id,
			role,
			organizationId: id.optional(),
		}),
		response: AuthMember,
		refusals: {
			400: [
				"NO_ACTIVE_ORGANIZATION",
				"MEMBER_NOT_FOUND",
				"YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER",
			],
			403: ["YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER"],
		},
	}),
	organization("post", "/organization/remove-member", {
		summary: "Removes a member",
		description:
			"By id or address. Their account stays; keys that they made for themselves lose access.",
		audit: "member.remove",
		body: z.object({ memberIdOrEmail: id, organizationId: id.optional() }),
		response: z.looseObject({ member: AuthMember }),
		refusals: {
			400: ["NO_ACTIVE_ORGANIZATION", "MEMBER_NOT_FOUND", ONLY_OWNER],
			403: ["YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER"],
		},
	}),
	organization("post", "/organization/leave", {
		summary: "Leaves an organization",
		description: "The last owner cannot leave: make somebody else one first.",
		// The way out for whoever will not set up a second factor that it requires.
		withoutFactor: true,
		audit: "member.leave",
		body: z.object({ organizationId: id }),
		response: AuthMember,
		refusals: { 400: ["MEMBER_NOT_FOUND", ONLY_OWNER] },
	}),
	organization("post", "/organization/invite-member", {
		summary: "Invites someone by mail",
		description:
			"`id` is the token of the invitation's link, `/account/invitation#TOKEN`, and is never shown again. Where mail is not set up, `mailed` is false: pass the link on yourself.",
		audit: "invitation.create",
		body: z.object({
			email,
			role,
			organizationId: id.optional(),
			resend: z.boolean().optional(),
		}),
		response: AuthInvitation.extend({ mailed: z.boolean() }).meta({ component: "SentInvitation" }),
		refusals: {
			400: [
				"INVALID_EMAIL",
				"ORGANIZATION_NOT_FOUND",
				"MEMBER_NOT_FOUND",
				"USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION",
				"USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION",
			],
			403: [
				"YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION",
				"YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE",
				"INVITATION_LIMIT_REACHED",
			],
		},
	}),
	organization("get", "/organization/get-invitation", {
		summary: "An invitation to the caller",
		description: "By `id`, to show it before it is accepted.",
		query: z.object({ id }),
		response: AuthInvitation,
		refusals: {
			400: ["INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION"],
			403: [NOT_RECIPIENT],
		},
	}),
	visitor("post", "/organization/read-invitation", {
		summary: "What the invitation with this token offers, and to whom",
		description:
			"For whoever has the token, signed in or not. Of an invitation that is no longer open, only the reason is shown.",
		body: z.object({ token: id }),
		response: z.object({
			organizationName: z.string(),
			inviterName: z.string(),
			inviterEmail: z.string(),
			email: z.string(),
			role: z.string(),
			expiresAt: z.iso.datetime(),
		}),
		refusals: { 400: ["INVITATION_NOT_FOUND", ...CLOSED_INVITATION] },
	}),
	organization("get", "/organization/list-invitations", {
		summary: "The invitations of an organization",
		description: "Empty for members and viewers, who cannot invite.",
		query: organizationId,
		response: z.array(AuthInvitation),
	}),
	organization("post", "/organization/accept-invitation", {
		summary: "Accepts an invitation",
		description: "The caller becomes a member. Refused if it has expired or was withdrawn.",
		audit: "invitation.accept",
		body: invitation,
		response: z.looseObject({ invitation: AuthInvitation, member: AuthMember }),
		refusals: { 400: ["INVITATION_NOT_FOUND"], 403: [NOT_RECIPIENT, "EMAIL_NOT_VERIFIED"] },
	}),
	organization("post", "/organization/reject-invitation", {
		summary: "Declines an invitation",
		description: "It can then no longer be accepted.",
		audit: "invitation.reject",
		body: invitation,
		response: z.looseObject({ invitation: AuthInvitation.nullable() }),
		refusals: { 400: ["INVITATION_NOT_FOUND"], 403: [NOT_RECIPIENT] },
	}),
	organization("post", "/organization/cancel-invitation", {
		summary: "Withdraws an invitation",
		description: "Its link no longer works.",
		audit: "invitation.cancel",
		body: invitation,
		response: AuthInvitation.nullable(),
		refusals: {
			400: ["INVITATION_NOT_FOUND", "MEMBER_NOT_FOUND"],
			403: ["YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION"],
		},
	}),
];
