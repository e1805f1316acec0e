import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { markVerified } from "../accounts/verify-email.ts";
import { normalisedEmail } from "../database/normalised-email.ts";
import type { Database } from "../database/schema.ts";
import { found } from "../http/found.ts";
import { LENGTHS } from "../http/typed-fields.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";

/** Vouches for an address in place of a mail. */
export const confirmEmailRoute = (database: Database): Route =>
	route({
		method: "post",
		path: "/api/user/confirm-email",
		summary: "Marks the address of an account as verified, for the administrator of the instance",
		description: "If mail is set up, people verify their addresses themselves.",
		tags: ["Accounts"],
		access: { user: "session" },
		audit: "user.confirm-email",
		body: z.object({ email: z.string().min(1).max(LENGTHS.email) }),
		response: Success,
		handle: async ({ caller, body }) => {
			if (!caller.user.isSystemAdmin)
				throw new ApiError("FORBIDDEN", "Only the administrator of the server confirms addresses");
			const user = await database
				.selectFrom("user")
				.select("id")
				.where("email", "=", normalisedEmail(body.email))
				.executeTakeFirst();
			await markVerified(database, found("User", user).id);
			return { success: true };
		},
	});
