import { pageOf, pageParameters } from "@footfall/reports/query/page";
import { ApiError } from "@footfall/shared/api-error";
import { sql } from "kysely";
import { z } from "zod";
import { isInstanceAdmin } from "../access/caller.ts";
import { highestRoleOf, isAtLeast } from "../access/roles.ts";
import { forgetBrowsers } from "../accounts/forget-browsers.ts";
import { voidLinks } from "../accounts/void-links.ts";
import { SIGN_IN_OUTCOMES, SIGN_IN_WAYS } from "../database/account-activity-tables.ts";
import type { Database } from "../database/schema.ts";
import { found } from "../http/found.ts";
import { memberAccountOf } from "../organizations/member-account.ts";
import { type Route, route } from "../routing/route.ts";
import { hideDetails } from "./hide-details.ts";
import { SIGN_IN_DAYS } from "./purge-sign-ins.ts";

const PER_PAGE = 50;
/** More than people have; the rest is ended with them. */
const MOST_SESSIONS = 100;

interface ActivityServices {
	database: Database;
	/** Of the operator, whose names all administrators see. */
	providers: readonly { name: string }[];
}

const device = {
	browser: z.string().describe("Empty when unknown, as the other texts"),
	operatingSystem: z.string(),
	deviceType: z.string().describe("`Desktop`, `Mobile`, `Tablet`, …"),
	country: z.string().describe("ISO 3166-1 alpha-2"),
};

const signIn = {
	id: z.string(),
	at: z.iso.datetime(),
	way: z.enum(SIGN_IN_WAYS).describe("`code` and `recovery-code` follow a password or a link"),
	outcome: z
		.enum(SIGN_IN_OUTCOMES)
		.describe(
			"`factor-asked`: the password or link was right, and a second factor was asked for; `wrong`: password, code or passkey; `expired`: the link; `locked`: too many wrong codes; `refused`: right, but not permitted",
		),
	detail: z.string().nullable().describe("The name of the provider, or the code of a refusal"),
	...device,
};
const MemberSignIn = z.strictObject(signIn).meta({ component: "MemberSignIn" });
const OwnSignIn = z
	.strictObject({ ...signIn, region: z.string(), city: z.string() })
	.meta({ component: "OwnSignIn" });

const page = z.object(pageParameters(PER_PAGE));
const listOf = <Item extends z.ZodType>(item: Item) =>
	z.strictObject({ data: z.array(item), totalCount: z.int() });

/** The sign-ins to an account that are not too old, newest first. */
const signInsOf = async (
	database: Database,
	account: { userId: string; since?: Date },
	query: z.infer<typeof page>,
) => {
	const { limit, offset } = pageOf(query, PER_PAGE);
	const kept = database
		.selectFrom("sign_in")
		.where("userId", "=", account.userId)
		.where("at", ">=", sql<Date>`now() - ${`${SIGN_IN_DAYS} days`}::interval`)
		.$if(account.since !== undefined, (all) => all.where("at", ">=", account.since ?? new Date()));
	const { count } = await kept
		.select((all) => all.fn.countAll().as("count"))
		.executeTakeFirstOrThrow();
	const rows = await kept
		.selectAll()
		.orderBy("signInId", "desc")
		.limit(limit)
		.offset(offset)
		.execute();
	const data = rows.map(({ signInId, userId: _, at, region, city, ...row }) => ({
		forOthers: { id: String(signInId), at: at.toISOString(), ...row },
		place: { region, city },
	}));
	return { data, totalCount: Number(count) };
};

const ownSignIns = (database: Database): Route =>
	route({
		method: "get",
		path: "/api/user/sign-ins",
		summary: "The caller's sign-ins of the last 90 days, newest first",
		description:
			"Also failed attempts at the account, with the way, the browser and the place. Addresses are not kept. Of each account the newest 200 successes and 200 failures are kept.",
		tags: ["Accounts"],
		access: { user: "session", withoutFactor: true },
		query: page,
		response: listOf(OwnSignIn),
		handle: async ({ caller, query }) => {
			const { data, totalCount } = await signInsOf(database, { userId: caller.user.id }, query);
			return { data: data.map(({ forOthers, place }) => ({ ...forOthers, ...place })), totalCount };
		},
	});

const memberPath = "/api/organizations/{organizationId}/members/{memberId}";
const params = z.object({ memberId: z.string() });

/** @throws ApiError 404 */
const memberOf = async (
	database: Database,
	{ organizationId, memberId }: { organizationId: string; memberId: string },
) =>
	found(
		"Member",
		await database
			.selectFrom("member")
			.select(["userId", "createdAt"])
			.where("id", "=", memberId)
			.where("organizationId", "=", organizationId)
			.executeTakeFirst(),
	);

const memberSignIns = ({ database, providers }: ActivityServices): Route =>
	route({
		method: "get",
		path: `${memberPath}/sign-ins`,
		summary: "A member's sign-ins of the last 90 days, newest first",
		description:
			"As `/api/user/sign-ins`, for reviews of access, but from the day on which the person became a member, and without the region and city, which only the person sees, and without the names of providers of other organizations.",
		tags: ["Organizations"],
		access: { organization: "admin", scope: "org:read" },
		params,
		query: page,
		response: listOf(MemberSignIn),
		handle: async ({ organizationId, params: { memberId }, query }) => {
			const { userId, createdAt } = await memberOf(database, { organizationId, memberId });
			const account = { userId, since: createdAt };
			const { data, totalCount } = await signInsOf(database, account, query);
			const rows = data.map(({ forOthers }) => forOthers);
			return { data: await hideDetails(database, { organizationId, providers }, rows), totalCount };
		},
	});

const memberSessions = (database: Database): Route =>
	route({
		method: "get",
		path: `${memberPath}/sessions`,
		summary: "Where a member is signed in",
		description:
			"Device, country and times of the newest 100 sessions; the region and city are shown only to the person, in `list-sessions`.",
		tags: ["Organizations"],
		access: { organization: "admin", scope: "org:read" },
		params,
		response: z.strictObject({
			data: z.array(
				z
					.strictObject({
						id: z.string(),
						...device,
						createdAt: z.iso.datetime(),
						lastSeenAt: z.iso.datetime().nullable().describe("To the minute"),
						expiresAt: z.iso.datetime(),
					})
					.meta({ component: "MemberSession" }),
			),
		}),
		handle: async ({ organizationId, params: { memberId } }) => {
			const { userId } = await memberOf(database, { organizationId, memberId });
			const rows = await database
				.selectFrom("session")
				.select(["id", "browser", "operatingSystem", "deviceType", "country"])
				.select(["createdAt", "lastSeenAt", "expiresAt"])
				.where("userId", "=", userId)
				.where("expiresAt", ">", new Date())
				.orderBy("createdAt", "desc")
				.orderBy("id")
				.limit(MOST_SESSIONS)
				.execute();
			return {
				data: rows.map(({ createdAt, lastSeenAt, expiresAt, ...row }) => ({
					...row,
					createdAt: createdAt.toISOString(),
					lastSeenAt: lastSeenAt?.toISOString() ?? null,
					expiresAt: expiresAt.toISOString(),
				})),
			};
		},
	});

const endMemberSessions = (database: Database): Route =>
	route({
		method: "delete",
		path: `${memberPath}/sessions`,
		summary: "Ends all sessions of a member",
		description:
			"The person has to sign in again everywhere, also for other organizations; browsers that were remembered are asked for the second factor again, and links that were mailed end, unless the person belongs to another organization too. Keys stay. Not for somebody with more rights in the organization than the caller, nor for an administrator of the instance, unless another one asks; nor for the caller, who uses `revoke-sessions`.",
		tags: ["Organizations"],
		access: { organization: "admin", scope: "unlimited" },
		audit: "member.end-sessions",
		params,
		response: z
			.strictObject({ ended: z.int().describe("How many sessions there were") })
			.meta({ component: "EndedSessions" }),
		handle: async ({ organizationId, caller, role, params: { memberId } }) => {
			const member = await memberAccountOf(database, { organizationId, memberId });
			if (caller.via !== "organization-key" && member.id === caller.user.id)
				throw new ApiError(
					"FORBIDDEN",
					"Your own sessions are ended in the settings of your account",
				);
			const mayEnd = !member.isSystemAdmin && isAtLeast(role, highestRoleOf(member.role));
			if (!isInstanceAdmin(caller) && !mayEnd)
				throw new ApiError("FORBIDDEN", "This person has more rights here than you");
			const ended = await database
				.deleteFrom("session")
				.where("userId", "=", member.id)
				.returning("expiresAt")
				.execute();
			// Links open the account, which administrators of one of its organizations must not keep from the others.
			const forget = member.isElsewhere && !isInstanceAdmin(caller) ? forgetBrowsers : voidLinks;
			await forget(database, member.id);
			return { ended: ended.filter(({ expiresAt }) => expiresAt > new Date()).length };
		},
	});

/** The history of sign-ins, and what administrators see and end of their members' sessions. */
export const activityRoutes = (services: ActivityServices): readonly Route[] => [
	ownSignIns(services.database),
	memberSignIns(services),
	memberSessions(services.database),
	endMemberSessions(services.database),
];
