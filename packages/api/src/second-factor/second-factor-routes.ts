import { ApiError } from "@footfall/shared/api-error";
import { sql } from "kysely";
import { z } from "zod";
import { type Caller, isInstanceAdmin, type MemberRole, personIdOf } from "../access/caller.ts";
import { highestRoleOf, isAtLeast } from "../access/roles.ts";
import type { Mailer } from "../accounts/mail.ts";
import { organizationsOfUser, recordChange } from "../audit/record-change.ts";
import type { Database } from "../database/schema.ts";
import { found } from "../http/found.ts";
import { memberAccountOf } from "../organizations/member-account.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import { removeFactors } from "./factor-state.ts";
import { sendResetLink, takeResetToken } from "./reset-link.ts";

interface SecondFactorServices {
	database: Database;
	mailer: Mailer;
	baseUrl?: string | undefined;
}

const ownFactorRoute = (database: Database): Route =>
	route({
		method: "get",
		path: "/api/user/second-factor",
		summary: "The caller's second factor, and whether an organization requires one",
		description:
			"While `isMissing` is true, all routes that show anything of an organization answer 403 with `SECOND_FACTOR_REQUIRED`: set up an authenticator app or a passkey, or prove the one there is.",
		tags: ["Accounts"],
		access: { user: "session", withoutFactor: true },
		response: z
			.strictObject({
				hasApp: z.boolean().describe("An authenticator app that has shown its first code"),
				passkeys: z.int(),
				isRequired: z.boolean(),
				isMissing: z.boolean().describe("Required, and not proved by this session"),
				isProved: z
					.boolean()
					.describe("Whether this session has proved one, as changes of it need"),
				requiredBy: z.array(z.string()).describe("Names of the person's organizations"),
			})
			.meta({ component: "SecondFactor" }),
		handle: async ({ caller }) => {
			const userId = caller.user.id;
			const row = await database
				.selectFrom("user")
				.where("user.id", "=", userId)
				.select((eb) => [
					eb
						.exists(
							eb
								.selectFrom("two_factor")
								.select("two_factor.id")
								.whereRef("two_factor.userId", "=", "user.id")
								.where("verified", "=", true),
						)
						.as("hasApp"),
					eb
						.selectFrom("passkey")
						.select((one) => one.fn.countAll<string>().as("count"))
						.whereRef("passkey.userId", "=", "user.id")
						.as("passkeys"),
				])
				.executeTakeFirstOrThrow();
			const requiring = await database
				.selectFrom("organization")
				.innerJoin("member", "member.organizationId", "organization.id")
				.where("member.userId", "=", userId)
				.where("requiresSecondFactor", "=", true)
				.select("organization.name")
				.orderBy("organization.name")
				.limit(20)
				.execute();
			const isMissing = caller.via === "session" && caller.lacksFactor === true;
			return {
				hasApp: Boolean(row.hasApp),
				passkeys: Number(row.passkeys),
				isRequired: isMissing || requiring.length > 0,
				isMissing,
				isProved: caller.via === "session" && caller.hasFactor === true,
				requiredBy: requiring.map(({ name }) => name),
			};
		},
	});

const policyPath = "/api/organizations/{organizationId}/sign-in-policy";
const Policy = z.strictObject({ requiresSecondFactor: z.boolean() });
const PolicyAnswer = Policy.extend({
	members: z.int(),
	membersWithoutFactor: z.int(),
}).meta({ component: "SignInPolicy" });

const policyOf = async (database: Database, organizationId: string) => {
	const row = await database
		.selectFrom("organization")
		.innerJoin("member", "member.organizationId", "organization.id")
		.innerJoin("user", "user.id", "member.userId")
		.where("organization.id", "=", organizationId)
		.groupBy("organization.id")
		.select("requiresSecondFactor")
		.select([
			sql<string>`count(*)`.as("members"),
			sql<string>`count(*) FILTER (WHERE NOT "user"."twoFactorEnabled")`.as("without"),
		])
		.executeTakeFirst();
	const { requiresSecondFactor, members, without } = found("Organization", row);
	return {
		requiresSecondFactor,
		members: Number(members),
		membersWithoutFactor: Number(without),
	};
};

/** Whoever requires a factor must have one, or would lock themselves out. @throws ApiError 400 */
const requireOwnFactor = async (database: Database, userId: string | null): Promise<void> => {
	const own = await database
		.selectFrom("user")
		.where("id", "=", userId)
		.select("twoFactorEnabled")
		.executeTakeFirst();
	if (!own?.twoFactorEnabled)
		throw new ApiError("INVALID_REQUEST", "Set up a second factor for your own account first", {
			code: "SECOND_FACTOR_NEEDED_FIRST",
		});
};

const policyRoutes = (database: Database): readonly Route[] => [
	route({
		method: "get",
		path: policyPath,
		summary: "How members of an organization must sign in",
		description: "With the number of members who have no second factor yet.",
		tags: ["Organizations"],
		access: { organization: "admin", scope: "org:read" },
		response: PolicyAnswer,
		handle: ({ organizationId }) => policyOf(database, organizationId),
	}),
	route({
		method: "put",
		path: policyPath,
		summary: "Requires a second factor of everyone in an organization, or no longer",
		description:
			"Members without one see nothing, of any organization, until they have set it up, and their personal keys are refused until then. Keys of the organization keep working. Only for somebody who has a second factor: `SECOND_FACTOR_NEEDED_FIRST`.",
		tags: ["Organizations"],
		access: { organization: "admin", scope: "unlimited" },
		audit: "organization.sign-in-policy",
		body: Policy.meta({ component: "SignInPolicyUpdate" }),
		response: PolicyAnswer,
		handle: async ({ organizationId, caller, body: { requiresSecondFactor } }) => {
			if (requiresSecondFactor) await requireOwnFactor(database, personIdOf(caller));
			await database
				.updateTable("organization")
				.set({ requiresSecondFactor })
				.where("id", "=", organizationId)
				.execute();
			return policyOf(database, organizationId);
		},
	}),
];

/** The member whose factor is to be reset. @throws ApiError 400, 403 or 404 */
const memberToReset = async (
	database: Database,
	{ organizationId, memberId }: { organizationId: string; memberId: string },
	{ caller, role }: { caller: Caller; role: MemberRole },
) => {
	const member = await memberAccountOf(database, { organizationId, memberId });
	if (member.id === personIdOf(caller))
		throw new ApiError(
			"FORBIDDEN",
			"Your own second factor is changed in the settings of your account",
		);
	const mayReset =
		isInstanceAdmin(caller) ||
		(!member.isElsewhere && !member.isSystemAdmin && isAtLeast(role, highestRoleOf(member.role)));
	if (!mayReset)
		throw new ApiError(
			"FORBIDDEN",
			"This person belongs to another organization too, or has more rights here than you: ask an administrator of the instance",
		);
	if (!member.twoFactorEnabled)
		throw new ApiError("INVALID_REQUEST", "This person has no second factor to reset", {
			code: "NO_SECOND_FACTOR",
		});
	if (!member.emailVerified)
		throw new ApiError(
			"INVALID_REQUEST",
			"The address of this person is not verified, so no link is sent there",
			{ code: "EMAIL_NOT_VERIFIED" },
		);
	return member;
};

const resetRoutes = ({ database, mailer, baseUrl }: SecondFactorServices): readonly Route[] => [
	route({
		method: "post",
		path: "/api/organizations/{organizationId}/members/{memberId}/reset-second-factor",
		summary: "Mails a member who lost their phone a link that removes their second factor",
		description:
			"The link works once, within 24 hours; the audit log shows its start and its use. Only for members who belong to no other organization, unless an administrator of the instance asks. Where mail is not set up, the operator uses `footfall admin reset-second-factor`.",
		tags: ["Organizations"],
		access: { organization: "admin", scope: "unlimited" },
		audit: "member.reset-second-factor",
		params: z.object({ memberId: z.string() }),
		response: Success,
		handle: async ({ organizationId, params: { memberId }, ...grant }) => {
			const member = await memberToReset(database, { organizationId, memberId }, grant);
			// A mail that is only logged would be read by somebody else.
			if (!mailer.delivers)
				throw new ApiError(
					"INVALID_REQUEST",
					`This server does not send mail: its operator removes the second factor with footfall admin reset-second-factor --email ${member.email}`,
					{ code: "MAIL_NOT_SET_UP" },
				);
			await sendResetLink({ database, mailer, baseUrl }, member);
			return { success: true };
		},
	}),
	route({
		method: "post",
		path: "/api/second-factor/reset",
		summary: "Removes the second factor of the person who got the mailed link",
		description:
			"With the token of the link that an administrator had sent. Ends all sessions; the password is needed to sign in again. 400 for a link that was used or is older than 24 hours.",
		tags: ["Accounts"],
		access: "anyone",
		body: z.strictObject({ token: z.string().min(1).max(100) }),
		response: Success,
		handle: ({ body: { token } }) =>
			database.transaction().execute(async (transaction) => {
				const user = await takeResetToken(transaction, token);
				if (!user)
					throw new ApiError(
						"INVALID_REQUEST",
						"This link was used or is older than 24 hours: ask an administrator for another one",
						{ code: "INVALID_TOKEN" },
					);
				await removeFactors(transaction, user.id);
				await recordChange(transaction, {
					action: "user.second-factor-reset",
					caller: { via: "mail", user },
					organizationIds: await organizationsOfUser(transaction, user.id),
					target: "/api/second-factor/reset",
					body: undefined,
				});
				return { success: true };
			}),
	}),
];

/** A person's own second factor, what organizations require, and the way back after a lost phone. */
export const secondFactorRoutes = (services: SecondFactorServices): readonly Route[] => [
	ownFactorRoute(services.database),
	...policyRoutes(services.database),
	...resetRoutes(services),
];
