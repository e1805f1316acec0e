import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { isInstanceAdmin, MEMBER_ROLES } from "../access/caller.ts";
import { requireMayAssign } from "../access/rights.ts";
import { insertAccount } from "../accounts/create-account.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { normalisedEmail } from "../database/normalised-email.ts";
import type { Database } from "../database/schema.ts";
import { onUniqueViolation } from "../database/unique-violation.ts";
import * as typed from "../http/typed-fields.ts";
import { type Route, route } from "../routing/route.ts";
import { insertMember } from "./membership.ts";

const NewUser = z
	.object({
		email: z
			.string()
			.trim()
			.pipe(z.email("email must be an e-mail address").max(typed.LENGTHS.email)),
		password: typed.newPassword,
		role: z.enum(MEMBER_ROLES, "Role must be either admin, member, viewer, or owner"),
		name: z.string().trim().pipe(typed.name).optional(),
	})
	.meta({ component: "UserCreation" });

/** Works with sign-up disabled too: an administrator vouches for the new person. */
export const createUserRoute = (database: Database): Route =>
	route({
		method: "post",
		path: "/api/organizations/{organizationId}/users",
		summary: "Creates an account and adds it to an organization",
		description:
			"For people who cannot receive mail: hand them the password. 400 if the address already has an account; invite its owner instead.",
		tags: ["Organizations"],
		// The creator knows the password and could sign in with it and make unlimited keys.
		access: { organization: "admin", scope: "unlimited" },
		audit: "user.create",
		body: NewUser,
		response: z.strictObject({ message: z.string() }).meta({ component: "Message" }),
		status: 201,
		handle: async ({ body, organizationId, ...grant }) => {
			const { role } = body;
			requireMayAssign(grant, role);
			const email = normalisedEmail(body.email);
			const passwordHash = await hashPassword(body.password);
			const name = body.name ?? email.slice(0, email.indexOf("@"));
			const userId = await insertAccount(database, {
				email,
				name,
				passwordHash,
				isVerified: isInstanceAdmin(grant.caller),
			}).catch(
				onUniqueViolation(
					() => new ApiError("INVALID_REQUEST", "A user with this email already exists"),
				),
			);
			await insertMember(database, { organizationId, userId, role });
			return { message: "User created and added to organization successfully" };
		},
	});
