import { z } from "zod";
import type { Operation } from "../http/openapi.ts";

/** An operation that the auth library serves. */
export interface AuthOperation extends Operation {
	method: "get" | "post";
	/** What the organization's audit log calls a success. */
	audit?: string;
}

const text = z.string().optional();
const time = z.iso.datetime();
const password = z.string().min(8).max(128);
const roles = z.enum(["owner", "admin", "member"]);

const User = z.looseObject({
	id: z.string(),
	name: z.string(),
	email: z.string(),
	emailVerified: z.boolean(),
	image: z.string().nullish(),
	createdAt: time,
	updatedAt: time,
});
const Session = z.looseObject({
	id: z.string(),
	userId: z.string(),
	token: z.string(),
	expiresAt: time,
});
const Organization = z.looseObject({
	id: z.string(),
	name: z.string(),
	slug: z.string(),
	logo: z.string().nullish(),
	createdAt: time,
});
const Member = z.looseObject({
	id: z.string(),
	organizationId: z.string(),
	userId: z.string(),
	role: z.string(),
});
const Invitation = z.looseObject({
	id: z.string(),
	organizationId: z.string(),
	email: z.string(),
	role: z.string().nullable(),
	status: z.string(),
	expiresAt: time,
});
const Key = z.looseObject({
	id: z.string(),
	name: z.string().nullable(),
	start: z.string().nullable(),
	prefix: z.string().nullable(),
	referenceId: z.string(),
	enabled: z.boolean(),
	expiresAt: time.nullable(),
	createdAt: time,
	updatedAt: time,
	rateLimitEnabled: z.boolean(),
	rateLimitMax: z.int().nullable(),
	rateLimitTimeWindow: z.int().nullable(),
	permissions: z.record(z.string(), z.array(z.string())).nullable(),
});
const Done = z.looseObject({ success: z.boolean() });
const Status = z.looseObject({ status: z.boolean() });

const organizationId = z.object({ organizationId: text });
const invitation = z.object({ invitationId: z.string() });

/** `/organization/invite-member` → `postApiAuthOrganizationInviteMember`. */
const operationIdOf = (method: string, path: string) =>
	method +
	path
		.split(/[^a-zA-Z]+/)
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join("");

type Described = Pick<AuthOperation, "summary" | "response" | "body" | "query" | "audit">;

const described =
	(tag: string, access: "anyone" | "session") =>
	(method: "get" | "post", path: string, rest: Described): AuthOperation => ({
		method,
		path: `/api/auth${path}`,
		operationId: operationIdOf(method, `/api/auth${path}`),
		tags: [tag],
		access,
		...rest,
	});

const visitor = described("Accounts", "anyone");
const account = described("Accounts", "session");
const organization = described("Organizations", "session");
const key = described("API keys", "session");

/** What the auth library serves; nothing else of it can be reached. */
export const authOperations: readonly AuthOperation[] = [
	visitor("post", "/sign-up/email", {
		summary: "Creates an account and signs in",
		body: z.object({ email: z.email(), password, name: z.string() }),
		response: z.looseObject({ token: z.string().nullable(), user: User }),
	}),
	visitor("post", "/sign-in/email", {
		summary: "Signs in: sets the session cookie",
		body: z.object({
			email: z.email(),
			password: z.string(),
			rememberMe: z.boolean().optional(),
		}),
		response: z.looseObject({ redirect: z.boolean(), token: z.string(), user: User }),
	}),
	visitor("post", "/sign-out", { summary: "Ends the session", response: Done }),
	visitor("get", "/get-session", {
		summary: "Who is signed in; null for nobody",
		response: z.looseObject({ session: Session, user: User }).nullable(),
	}),
	visitor("post", "/request-password-reset", {
		summary: "Sends a mail with which the password can be set anew",
		body: z.object({ email: z.email() }),
		response: Status,
	}),
	visitor("post", "/reset-password", {
		summary: "Sets the password with the token of the mail, and ends all sessions",
		body: z.object({ newPassword: password, token: z.string() }),
		response: Status,
	}),
	account("post", "/change-password", {
		summary: "Changes the password",
		audit: "user.password",
		body: z.object({
			currentPassword: z.string(),
			newPassword: password,
			revokeOtherSessions: z.boolean().optional(),
		}),
		response: z.looseObject({ token: z.string().nullable(), user: User }),
	}),
	account("post", "/update-user", {
		summary: "Changes the caller's name or picture",
		body: z.object({ name: text, image: z.string().nullish() }),
		response: Status,
	}),
	account("get", "/list-sessions", {
		summary: "The caller's sessions",
		response: z.array(Session),
	}),
	account("post", "/revoke-session", {
		summary: "Ends one of the caller's sessions",
		body: z.object({ token: z.string() }),
		response: Status,
	}),
	account("post", "/revoke-sessions", {
		summary: "Ends all of the caller's sessions",
		response: Status,
	}),
	account("post", "/revoke-other-sessions", {
		summary: "Ends the caller's other sessions",
		response: Status,
	}),

	organization("post", "/organization/create", {
		summary: "Creates an organization, owned by the caller",
		audit: "organization.create",
		body: z.object({ name: z.string().min(1), slug: z.string().min(1), logo: text }),
		response: Organization,
	}),
	organization("post", "/organization/check-slug", {
		summary: "Whether a short name is free",
		body: z.object({ slug: z.string() }),
		response: Status,
	}),
	organization("post", "/organization/update", {
		summary: "Changes an organization",
		audit: "organization.update",
		body: z.object({
			data: z.object({ name: text, slug: text, logo: text }),
			organizationId: text,
		}),
		response: Organization.nullable(),
	}),
	organization("post", "/organization/set-active", {
		summary: "Chooses the organization that later calls mean",
		body: z.object({ organizationId: z.string().nullish(), organizationSlug: text }),
		response: Organization.nullable(),
	}),
	organization("get", "/organization/list", {
		summary: "The caller's organizations",
		response: z.array(Organization),
	}),
	organization("get", "/organization/get-full-organization", {
		summary: "An organization with its members and invitations",
		query: z.object({ organizationId: text, organizationSlug: text }),
		response: Organization.nullable(),
	}),
	organization("get", "/organization/list-members", {
		summary: "The members of an organization",
		query: organizationId,
		response: z.looseObject({ members: z.array(Member), total: z.int() }),
	}),
	organization("get", "/organization/get-active-member", {
		summary: "The caller as a member of the chosen organization",
		response: Member,
	}),
	organization("post", "/organization/update-member-role", {
		summary: "Changes a member's role",
		audit: "member.role",
		body: z.object({
			memberId: z.string(),
			role: z.union([roles, z.array(roles)]),
			organizationId: text,
		}),
		response: Member,
	}),
	organization("post", "/organization/remove-member", {
		summary: "Removes a member",
		audit: "member.remove",
		body: z.object({ memberIdOrEmail: z.string(), organizationId: text }),
		response: z.looseObject({ member: Member }),
	}),
	organization("post", "/organization/leave", {
		summary: "Leaves an organization",
		audit: "member.leave",
		body: z.object({ organizationId: z.string() }),
		response: Member,
	}),
	organization("post", "/organization/invite-member", {
		summary: "Invites someone by mail",
		audit: "invitation.create",
		body: z.object({
			email: z.email(),
			role: z.union([roles, z.array(roles)]),
			organizationId: text,
			resend: z.boolean().optional(),
		}),
		response: Invitation,
	}),
	organization("get", "/organization/get-invitation", {
		summary: "An invitation to the caller",
		query: z.object({ id: z.string() }),
		response: Invitation,
	}),
	organization("get", "/organization/list-invitations", {
		summary: "The invitations of an organization",
		query: organizationId,
		response: z.array(Invitation),
	}),
	organization("post", "/organization/accept-invitation", {
		summary: "Accepts an invitation",
		audit: "invitation.accept",
		body: invitation,
		response: z.looseObject({ invitation: Invitation, member: Member }),
	}),
	organization("post", "/organization/reject-invitation", {
		summary: "Declines an invitation",
		audit: "invitation.reject",
		body: invitation,
		response: z.looseObject({ invitation: Invitation.nullable() }),
	}),
	organization("post", "/organization/cancel-invitation", {
		summary: "Withdraws an invitation",
		audit: "invitation.cancel",
		body: invitation,
		response: Invitation.nullable(),
	}),

	key("get", "/api-key/list", {
		summary: "The API keys of the account, or of an organization",
		query: z.object({
			organizationId: text,
			limit: text,
			offset: text,
			sortBy: text,
			sortDirection: z.enum(["asc", "desc"]).optional(),
		}),
		response: z.object({
			apiKeys: z.array(Key),
			total: z.int(),
			limit: z.int().nullish(),
			offset: z.int().nullish(),
		}),
	}),
	key("post", "/api-key/update", {
		summary: "Changes an API key's name, enabled state, expiry or rate limit",
		audit: "key.update",
		body: z.object({
			keyId: z.string(),
			name: text,
			enabled: z.boolean().optional(),
			expiresIn: z
				.number()
				.nullable()
				.optional()
				.meta({ description: "Seconds from now; null = never." }),
			rateLimitEnabled: z.boolean().optional(),
			rateLimitMax: z.int().positive().optional(),
			rateLimitTimeWindow: z.int().positive().optional().meta({ description: "Milliseconds." }),
		}),
		response: Key,
	}),
	key("post", "/api-key/delete", {
		summary: "Revokes an API key",
		audit: "key.delete",
		body: z.object({ keyId: z.string() }),
		response: Done,
	}),
];
