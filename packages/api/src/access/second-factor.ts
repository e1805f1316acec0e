import { ApiError } from "@footfall/shared/api-error";
import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import { normalisedEmail } from "../database/normalised-email.ts";
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
 * Whether the `user` in a statement lacks a second factor that an organization of theirs requires. Administrators of the
 * instance need the one of the organization that the figures are of, too, which they may not belong to.
 */
export const accountLacksFactor = (organizationId: RawBuilder<string>) => sql<boolean>`(
	NOT "user"."twoFactorEnabled" AND (${isRequired} OR "user"."isSystemAdmin" AND EXISTS (
		SELECT 1 FROM "organization" WHERE "organization"."id" = ${organizationId} AND "organization"."requiresSecondFactor"
	))
)`;

/** Why a person without a required second factor gets no figures by mail either. */
export const MAIL_WITHOUT_FACTOR =
	"The recipient has not set up the second factor that an organization requires";

/**
 * Holds back what shows figures of an organization from an address whose account would not see them in the dashboard.
 * An address without an account has no second factor to set up.
 * @throws ApiError 400 for an account without a second factor that an organization requires
 */
export const requireMailable = async (
	database: Database,
	{ organizationId, address }: { organizationId: string; address: string },
): Promise<void> => {
	const lacking = await database
		.selectFrom("user")
		.select("id")
		.where("email", "=", normalisedEmail(address))
		.where(accountLacksFactor(sql<string>`${organizationId}`))
		.executeTakeFirst();
	if (lacking) throw new ApiError("INVALID_REQUEST", MAIL_WITHOUT_FACTOR);
};

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
