import { ApiError } from "@footfall/shared/api-error";
import { type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { Database, Schema } from "../database/schema.ts";
import type { Caller } from "./caller.ts";

/** Whether an organization of the `user` in the statement requires a second factor. */
const isRequired = sql<SqlBool>`EXISTS (
	SELECT 1 FROM "member" INNER JOIN "organization" ON "organization"."id" = "member"."organizationId"
	WHERE "member"."userId" = "user"."id" AND "organization"."requiresSecondFactor"
)`;

/** Whether the `session` in a statement must prove a second factor before it may see anything. */
export const sessionLacksFactor = (row: ExpressionBuilder<Schema, "session" | "user">) =>
	row.and([row("session.secondFactorAt", "is", null), isRequired]);

/**
 * Whether the `user` in a statement must set up a second factor before their keys may see anything. A key proves none,
 * but whoever has a factor made or keeps the key behind it.
 */
export const personLacksFactor = (row: ExpressionBuilder<Schema, "user">) =>
	row.and([row("user.twoFactorEnabled", "=", false), isRequired]);

/**
 * Administrators of the instance see organizations that they do not belong to; nobody there makes them need a factor
 * elsewhere.
 * @throws ApiError 403 for one without a factor, in an organization that requires it
 */
export const requireFactorIn = async (
	database: Database,
	caller: Caller,
	organizationId: string,
): Promise<void> => {
	if (caller.via === "organization-key" || !caller.user.isSystemAdmin || caller.hasFactor) return;
	const organization = await database
		.selectFrom("organization")
		.select("requiresSecondFactor")
		.where("id", "=", organizationId)
		.executeTakeFirst();
	if (organization?.requiresSecondFactor) throw secondFactorRequired();
};

/** The refusal that leads a person to setting up a second factor. */
export const secondFactorRequired = () =>
	new ApiError("FORBIDDEN", "An organization of this account requires a second factor", {
		code: "SECOND_FACTOR_REQUIRED",
		resolution:
			"Sign in and set up an authenticator app or a passkey under /account/security, or use the one that you have.",
	});
